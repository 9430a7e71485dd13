import CICal

/// Takes content lines apart, one after another, with libical.
///
/// Lines come unfolded. What libical loses or reads wrongly is not taken from it: a value is kept as it
/// stands in the line, since numbers too large for a C type, categories with commas and empty values do
/// not survive libical 3.0.
@safe package struct ContentLineParser: ~Copyable {
  private let library: ICalLibrary
  private let parser: OpaquePointer

  /// - Throws: `ICalError` on a machine without libical.
  package init() throws(ICalError) {
    let library = try ICalLibrary.shared.get()
    guard let parser = unsafe library.table.pointee.icalparser_new() else {
      throw ICalError(reason: "libical does not start")
    }
    self.library = library
    unsafe self.parser = unsafe parser
  }

  /// The library's file without its number.
  package static let libraryFile = "libical.so"

  /// Opens the library, unless it is open already.
  ///
  /// - Throws: `ICalError` on a machine without libical.
  package static func openLibrary() throws(ICalError) { _ = try ICalLibrary.shared.get() }

  deinit { unsafe library.table.pointee.icalparser_free(parser) }

  /// Takes a line of UTF-8 without NUL apart.
  ///
  /// - Parameters:
  ///   - line: unfolded, without its end; neither `BEGIN` nor `END`.
  ///   - number: the number of the line, which the property carries on.
  /// - Returns: the property; nil for a line that is none at all.
  package func property(_ line: some Collection<UInt8>, number: Int) -> ICalProperty? {
    guard let shape = LineShape(line) else { return nil }
    let value = String(decoding: shape.value, as: UTF8.self)
    var property = ICalProperty(
      name: shape.name, value: value, text: value, line: number)
    // A value that is not there is what libical takes for an error.
    if shape.value.isEmpty { return property }
    take(line, into: &property)
    return property
  }

  private func take(_ line: some Collection<UInt8>, into property: inout ICalProperty) {
    unsafe add(Array("BEGIN:VEVENT".utf8))
    unsafe add(Array(line))
    let ended =
      unsafe add(Array("END:VEVENT".utf8)) ?? library.table.pointee.icalparser_clean(parser)
    guard let component = unsafe ended else {
      property.problem = "libical cannot read it"
      return
    }
    defer { unsafe library.table.pointee.icalcomponent_free(component) }
    guard
      let found = unsafe library.table.pointee.icalcomponent_get_first_property(
        component, ICAL_ANY_PROPERTY)
    else {
      property.problem = "libical cannot read it"
      return
    }
    let text = unsafe text(of: found)
    if unsafe library.table.pointee.icalproperty_isa(found) == ICAL_XLICERROR_PROPERTY {
      property.problem = text ?? "libical cannot read it"
      return
    }
    if let text { property.text = text }
    property.parameters = unsafe parameters(of: found)
  }

  /// Gives libical a line; the component that it ends, if any.
  @discardableResult private func add(_ line: [UInt8]) -> OpaquePointer? {
    var line = line.map { CChar(bitPattern: $0) }
    line.append(0)
    return unsafe line.withUnsafeMutableBufferPointer { buffer in
      unsafe library.table.pointee.icalparser_add_line(parser, buffer.baseAddress)
    }
  }

  private func text(of property: OpaquePointer) -> String? {
    guard let value = unsafe library.table.pointee.icalproperty_get_value(property) else {
      return nil
    }
    switch unsafe library.table.pointee.icalvalue_isa(value) {
    case ICAL_TEXT_VALUE:
      return unsafe Self.string(library.table.pointee.icalvalue_get_text(value))
    case ICAL_X_VALUE: return unsafe Self.string(library.table.pointee.icalvalue_get_x(value))
    default: return nil
    }
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }

  private func parameters(of property: OpaquePointer) -> [ICalProperty.Parameter] {
    var found: [ICalProperty.Parameter] = []
    var next = unsafe library.table.pointee.icalproperty_get_first_parameter(
      property, ICAL_ANY_PARAMETER)
    while let parameter = unsafe next {
      if let text = unsafe library.table.pointee.icalparameter_as_ical_string_r(parameter) {
        if let read = Self.parameter(unsafe String(cString: text)) { found.append(read) }
        unsafe library.table.pointee.icalmemory_free_buffer(text)
      }
      unsafe next = unsafe library.table.pointee.icalproperty_get_next_parameter(
        property, ICAL_ANY_PARAMETER)
    }
    return found
  }

  /// `CN="Reed, Otto"`: the name in capitals, and the value without its quotes.
  private static func parameter(_ text: String) -> ICalProperty.Parameter? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    var value = text[text.index(after: equals)...]
    if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
      value = value.dropFirst().dropLast()
    }
    return ICalProperty.Parameter(
      name: text[..<equals].uppercased(), value: unescaped(value))
  }

  /// RFC 6868: `^n` is a line feed, `^'` a double quote, `^^` a circumflex.
  private static func unescaped(_ value: Substring) -> String {
    guard value.contains("^") else { return String(value) }
    var plain = ""
    var rest = value[...]
    while let first = rest.popFirst() {
      guard first == "^", let second = rest.first else {
        plain.append(first)
        continue
      }
      switch second {
      case "n": plain.append("\n")
      case "'": plain.append("\"")
      case "^": plain.append("^")
      default:
        plain.append("^")
        continue
      }
      rest.removeFirst()
    }
    return plain
  }
}

/// Where name and value of a content line lie.
struct LineShape {
  /// In capitals.
  let name: String
  let value: [UInt8]

  /// Nil for a line without a name or without a colon.
  init?(_ line: some Collection<UInt8>) {
    let isName = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    let name = line.prefix(while: isName)
    let rest = line.dropFirst(name.count)
    guard !name.isEmpty,
      let colon = Self.colon(in: rest) ?? rest.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    self.name = String(decoding: name, as: UTF8.self).uppercased()
    value = Array(rest[rest.index(after: colon)...])
  }

  /// The first colon that stands in no quotes.
  private static func colon<Line: Collection>(
    in line: Line
  ) -> Line.Index? where Line.Element == UInt8 {
    var isQuoted = false
    for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ":") where !isQuoted: return index
      default: break
      }
    }
    return nil
  }
}

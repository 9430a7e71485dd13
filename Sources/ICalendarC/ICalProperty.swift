/// One property of iCalendar: a content line, taken apart.
///
/// Source: RFC 5545 section 3.1.
package struct ICalProperty: Hashable, Sendable {
  /// A parameter, its quotes and the escapes of RFC 6868 undone.
  package struct Parameter: Hashable, Sendable {
    /// In capitals.
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// In capitals.
  package var name: String
  package var parameters: [Parameter]
  /// The value as it stands in the file.
  package var value: String
  /// The value with the escapes of texts undone; of what is no text the value as it stands.
  package var text: String
  /// The number of the line where it begins, from 1.
  package var line: Int
  /// What libical finds wrong with it; its parameters may be missing then.
  package var problem: String?

  package init(
    name: String, parameters: [Parameter] = [], value: String, text: String, line: Int,
    problem: String? = nil
  ) {
    self.name = name
    self.parameters = parameters
    self.value = value
    self.text = text
    self.line = line
    self.problem = problem
  }

  /// The value of the first parameter of this name, given in capitals.
  package subscript(parameter: String) -> String? {
    parameters.first { $0.name == parameter }?.value
  }
}

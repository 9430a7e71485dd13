import Calendaring
import ICalendarC

// What an event says besides its time.
extension EventReader {
  func readText(_ component: Component, into event: inout FiledEvent) {
    event.text = component["DESCRIPTION"]?.text ?? ""
    if let html = component.all("X-ALT-DESC").first(where: {
      $0["FMTTYPE"]?.lowercased() == "text/html" && !$0.text.trimmed.isEmpty
    }) {
      event.html = html.text
    }
    let places = component.all("X-GRAPHCAL-LOCATION").map(\.text.trimmed)
    event.locations = (places.isEmpty ? component.text("LOCATION").map { [$0] } ?? [] : places)
      .filter { !$0.isEmpty }
    let link =
      component.all("CONFERENCE").map(\.value).first { $0.hasPrefix("https://") }
      ?? component.text("X-MICROSOFT-SKYPETEAMSMEETINGURL") ?? component.text("X-GOOGLE-CONFERENCE")
      ?? component["URL"]?.value.trimmed
    event.joinURL = link.flatMap { $0.isEmpty ? nil : $0 }
  }

  func readWords(_ component: Component, into event: inout FiledEvent) {
    var seen: Set<String> = []
    event.categories = component.all("CATEGORIES").flatMap { EscapedText.list($0.value) }
      .map(\.trimmed).filter { !$0.isEmpty && seen.insert($0).inserted }
    event.isCancelled = component.text("STATUS")?.uppercased() == "CANCELLED"
    event.showAs = Self.showAs(component)
    event.sensitivity = Self.sensitivity(component)
    event.importance = Self.importance(component)
    event.wantsResponse = component.text("X-GRAPHCAL-RESPONSES")?.uppercased() != "FALSE"
  }

  func readPeople(_ component: Component, into event: inout FiledEvent) {
    event.organizer = component["ORGANIZER"].flatMap(Self.person)
    event.attendees = component.all("ATTENDEE").compactMap { property in
      guard let person = Self.person(property) else { return nil }
      return Attendee(
        person: person, role: Self.role(property), response: Self.response(property))
    }
  }

  private static func showAs(_ component: Component) -> CalendarEvent.ShowAs {
    switch component.text("X-MICROSOFT-CDO-BUSYSTATUS")?.uppercased() {
    case "FREE": return .free
    case "TENTATIVE": return .tentative
    case "OOF": return .oof
    case "WORKINGELSEWHERE": return .workingElsewhere
    case "BUSY": return .busy
    default: break
    }
    if component.text("TRANSP")?.uppercased() == "TRANSPARENT" { return .free }
    return component.text("STATUS")?.uppercased() == "TENTATIVE" ? .tentative : .busy
  }

  private static func sensitivity(_ component: Component) -> CalendarEvent.Sensitivity {
    if component.text("X-GRAPHCAL-SENSITIVITY")?.lowercased() == "personal" { return .personal }
    switch component.text("CLASS")?.uppercased() {
    case nil, "PUBLIC": return .normal
    case "CONFIDENTIAL": return .confidential
    // What is not known is to be treated as private (RFC 5545 section 3.8.1.3).
    default: return .private
    }
  }

  private static func importance(_ component: Component) -> FiledEvent.Importance {
    switch component.text("X-MICROSOFT-CDO-IMPORTANCE") {
    case "0": return .low
    case "1": return .normal
    case "2": return .high
    default: break
    }
    switch component.text("PRIORITY").flatMap({ Int($0) }) ?? 0 {
    case 1...4: return .high
    case 6...9: return .low
    default: return .normal
    }
  }

  private static func person(_ property: ICalProperty) -> Person? {
    var address = property.value.trimmed
    if address.lowercased().hasPrefix("mailto:") { address = String(address.dropFirst(7)) }
    let email = property["EMAIL"]?.trimmed
    let mail = [address, email].compactMap(\.self).first { $0.contains("@") }
    let name = property["CN"]?.trimmed
    guard mail != nil || name?.isEmpty == false else { return nil }
    return Person(name: name?.isEmpty == false ? name : nil, address: mail)
  }

  private static func role(_ property: ICalProperty) -> Attendee.Role {
    if ["ROOM", "RESOURCE"].contains(property["CUTYPE"]?.uppercased() ?? "") { return .resource }
    switch property["ROLE"]?.uppercased() {
    case "OPT-PARTICIPANT", "NON-PARTICIPANT": return .optional
    default: return .required
    }
  }

  private static func response(_ property: ICalProperty) -> CalendarEvent.Response {
    switch property["PARTSTAT"]?.uppercased() {
    case "ACCEPTED": .accepted
    case "DECLINED": .declined
    case "TENTATIVE": .tentativelyAccepted
    default: .none
    }
  }
}

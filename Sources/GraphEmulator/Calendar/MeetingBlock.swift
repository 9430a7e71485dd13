import JSON

/// The part of a body that leads into its online meeting, as the service writes it below the text.
///
/// Source: Graph "Outlook calendar online meetings"; "Update event" for the meeting that is lost when
/// the block is not sent back.
enum MeetingBlock {
  /// Puts the block below the text of a meeting that has just been made online.
  static func add(to document: inout JSONObject) {
    guard document["onlineMeetingProvider"] == "teamsForBusiness",
      let meeting = document["onlineMeeting"], let link = meeting["joinUrl"]?.string,
      !holds(link, document["body"])
    else { return }
    let content = document["body"]?["content"]?.string ?? ""
    let text =
      document["body"]?["contentType"] == "text"
      ? BodyText.document(text: content) : BodyText.document(html: content)
    let block = html(
      link, number: meeting["tollNumber"]?.string ?? "",
      conference: meeting["conferenceId"]?.string ?? "")
    let place = text.firstRange(of: "</body>")?.lowerBound ?? text.endIndex
    document["body"] = [
      "contentType": "html", "content": .string(text[..<place] + block + text[place...]),
    ]
  }

  /// Makes an ordinary event of an online meeting whose new body leaves the block out.
  static func drop(from document: inout JSONObject, before: JSONObject) {
    guard before["isOnlineMeeting"] == true,
      let link = before["onlineMeeting"]?["joinUrl"]?.string, holds(link, before["body"]),
      !holds(link, document["body"])
    else { return }
    document["isOnlineMeeting"] = false
  }

  private static func holds(_ link: String, _ body: JSON?) -> Bool {
    let content = body?["content"]?.string ?? ""
    return content.contains(link) || content.contains(link.replacing("&", with: "&amp;"))
  }

  private static func html(_ link: String, number: String, conference: String) -> String {
    let rule =
      "<div style=\"width:100%; height:20px\"><span style=\"white-space:nowrap; color:gray\">"
      + String(repeating: "_", count: 80) + "</span>\r\n</div>\r\n"
    let address = link.replacing("&", with: "&amp;")
    return "\r\n" + rule
      + "<div class=\"me-email-text\">\r\n<div><a class=\"me-email-headline\" href=\"\(address)\">"
      + "Join Microsoft Teams Meeting</a></div>\r\n"
      + "<div>\(number)</div>\r\n<div>Conference ID: \(conference)#</div>\r\n</div>\r\n" + rule
  }
}

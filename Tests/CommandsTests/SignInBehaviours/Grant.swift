import FoundationEssentials
import JSON

/// What the token endpoint grants to somebody, field by field.
struct Grant: Sendable {
  /// Tells the tokens of one grant from those of another: `access-N`, `refresh-N`.
  var number: Int
  var person: Identity.Person
  var scope: String? = "User.Read MailboxSettings.Read Calendars.ReadWrite openid profile"
  var expiresIn: JSON = 3600
  /// Whether a refresh token comes with it.
  var isRenewable = true
  /// Further fields, or others in place of the usual ones.
  var more: JSONObject = [:]

  init(_ number: Int, to person: Identity.Person = .kim) {
    self.number = number
    self.person = person
  }

  /// The same with something changed.
  func with(_ change: (inout Grant) -> Void) -> Grant {
    var grant = self
    change(&grant)
    return grant
  }

  var body: JSONObject {
    let claims: JSON = [
      "oid": .string(person.uid), "tid": .string(person.tenant ?? person.home), "sub": "s",
      "preferred_username": .string(person.user), "name": .string(person.name),
    ]
    let info: JSON = ["uid": .string(person.uid), "utid": .string(person.home)]
    var body: JSONObject = [
      "token_type": "Bearer", "expires_in": expiresIn, "ext_expires_in": expiresIn,
      "access_token": .string("access-\(number)"),
      "id_token": .string("e30.\(Self.base64URL(claims)).c2ln"),
      "client_info": .string(Self.base64URL(info)),
    ]
    if let scope { body["scope"] = .string(scope) }
    if isRenewable { body["refresh_token"] = .string("refresh-\(number)") }
    for (name, value) in more { body[name] = value }
    return body
  }

  var answer: Service.Answer { .ok(JSON.object(body).text(.wire)) }

  static func base64URL(_ json: JSON) -> String { base64URL(json.text(.wire)) }

  static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}

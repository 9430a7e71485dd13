import FoundationEssentials
import JSON
import TestSupport

/// Answers of the identity platform for one person; nothing of it exists.
enum Identity {
  static let client = "5f0c6f0e-0000-4000-8000-00000000c11e"
  static let tenant = "7e2a0000-0000-4000-8000-00000000aaaa"
  static let uid = "a11ce000-0000-4000-8000-000000000001"
  static let user = "kim@contoso.example"
  static let tokenPath = "POST /common/oauth2/v2.0/token"

  static let deviceCode = Service.Answer.ok(
    #"{"user_code":"ABCD1234","device_code":"device-1","interval":5,"expires_in":900,"#
      + #""verification_uri":"https://login.test/device","message":"To sign in, use a browser."}"#)

  /// Somebody who can sign in.
  struct Person: Sendable {
    var user: String
    var name: String
    /// Object id and tenant at home.
    var uid: String
    var home: String
    /// The tenant that is signed in to, if another.
    var tenant: String?

    var homeAccountID: String { "\(uid).\(home)" }

    static let kim = Person(
      user: Identity.user, name: "Kim", uid: Identity.uid, home: Identity.tenant)
    static let lee = Person(
      user: "lee@contoso.example", name: "Lee", uid: "1ee00000-0000-4000-8000-000000000002",
      home: Identity.tenant)
    static let personal = Person(
      user: "sam@outlook.example", name: "Sam", uid: "00000000-0000-0000-5a30-000000000003",
      home: "9188040d-6c67-4c5b-b112-36a304b66dad")
  }

  static let scopes = "User.Read MailboxSettings.Read Calendars.ReadWrite"

  /// Tokens `access-N` and `refresh-N`.
  static func tokens(
    _ number: Int, expiresIn: String = "3600", nonce: String? = nil, of person: Person = .kim,
    scopes: String = scopes
  ) -> Service.Answer {
    let nonce = nonce.map { #","nonce":"\#($0)""# } ?? ""
    let claims =
      #"{"oid":"\#(person.uid)","tid":"\#(person.tenant ?? person.home)","sub":"s","#
      + #""preferred_username":"\#(person.user)","name":"\#(person.name)"\#(nonce)}"#
    let info = #"{"uid":"\#(person.uid)","utid":"\#(person.home)"}"#
    return .ok(
      #"{"token_type":"Bearer","expires_in":\#(expiresIn),"ext_expires_in":\#(expiresIn),"#
        + #""access_token":"access-\#(number)","refresh_token":"refresh-\#(number)","#
        + #""scope":"\#(scopes) openid profile","#
        + #""id_token":"e30.\#(base64URL(claims)).c2ln","client_info":"\#(base64URL(info))"}"#)
  }

  static func refusal(_ error: String, _ number: Int) -> Service.Answer {
    .success(
      .json(
        #"{"error":"\#(error)","error_codes":[\#(number)],"error_description":"AADSTS\#(number): Some words.","correlation_id":"c-1"}"#,
        status: 400))
  }

  private static func base64URL(_ text: String) -> String {
    String(
      Data(text.utf8).base64EncodedString().compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }
}

extension Machine {
  /// Signs somebody in by device code, with tokens of this number that live for an hour.
  func signIn(
    _ number: Int = 1, as person: Identity.Person = .kim, scopes: String = Identity.scopes,
    _ words: String...
  ) async -> Outcome {
    await service.script("POST /common/oauth2/v2.0/devicecode", Identity.deviceCode)
    await service.script(
      Identity.tokenPath, Identity.tokens(number, of: person, scopes: scopes))
    return await run(["login", "--device-code"] + words)
  }
}

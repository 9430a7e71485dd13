import FoundationEssentials
import JSON
import SignIn
import Store

extension RefusalMemory {
  /// Refusals kept in the state file, so that a script in a loop does not ask again for a minute.
  static func remembered(in state: StateStore) -> RefusalMemory {
    RefusalMemory(
      recall: { fingerprint in
        guard let text = await state.setting("refusedRefresh"),
          let json = try? JSON(parsing: text), json["token"]?.string == fingerprint,
          let at = json["at"]?.number?.double,
          let body = json["body"]?.string, let status = json["status"]?.int
        else { return nil }
        return Refusal(
          fingerprint: fingerprint, at: Date(timeIntervalSince1970: at), body: body,
          status: status)
      },
      remember: { refusal in
        let json: JSON = [
          "token": .string(refusal.fingerprint),
          "at": .number(JSONNumber(refusal.at.timeIntervalSince1970)),
          "body": .string(refusal.body), "status": .number(refusal.status),
        ]
        await state.set("refusedRefresh", json.text(.wire))
      })
  }
}

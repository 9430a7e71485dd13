import GraphAPI
import JSON
import Store

/// What applying changes has to know of one kind of item in one mailbox.
protocol ChangeTarget: Sendable {
  var session: Session { get }

  /// Reads an item whole, for a comparison.
  func reading(_ id: String) -> GraphRequest
  /// Makes what a line says, known by `key` from then on.
  func creation(_ line: ChangeLine, key: String) -> GraphRequest
  func update(_ id: String, _ changes: JSONObject, etag: String?) -> GraphRequest
  func deletion(_ id: String, etag: String?) -> GraphRequest
  /// What a line wants otherwise than an item has it; of no item, what is to be made.
  func difference(_ line: ChangeLine, from item: JSONObject?) -> ChangeDifference
  /// The item that an earlier try has made of a line, if it has.
  func made(of line: ChangeLine, key: String) async throws(GraphError) -> JSONObject?
  /// What people call an item, or what a line is about to make.
  func title(_ item: JSONObject) -> String
  func known(_ id: String) -> StateStore.KnownItem
  /// Who hears of a change by mail: how many people; 0 where nobody does.
  func mailed(_ line: ChangeLine, _ difference: ChangeDifference, of item: JSONObject?) -> Int
  /// The line that takes back what a line has done or is about to do; nil where none can.
  func inverse(_ change: PreparedChange) -> JSONObject?
  /// Why a line cannot be done to an item; nil where it can.
  func refusal(_ line: ChangeLine, _ difference: ChangeDifference, of item: JSONObject?) -> Failure?
}

import GraphAPI
import HTTP
import JSON
import Testing

@Suite struct ContactRequestTests {
  @Test func `the default folder and others have addresses of their own`() {
    #expect(ContactRequests.contacts(in: .standard).path == "/me/contacts")
    let other = ContactRequests.contacts(in: .other(id: "AA=/1"), properties: ["id"])
    #expect(
      other.target == "/me/contactFolders/AA%3D%2F1/contacts?%24select=id&%24top=250"
        || other.target == "/me/contactFolders/AA%3D%2F1/contacts?$select=id&$top=250")
    #expect(ContactRequests.folders().path == "/me/contactFolders")
    #expect(ContactRequests.folders(in: "f").path == "/me/contactFolders/f/childFolders")
  }

  @Test func `a create is not repeated, an update is for what was read`() {
    let create = ContactRequests.create(["givenName": "Ana"])
    #expect(create.repeatability == .onlyWhenNotCarriedOut)
    let update = ContactRequests.update(id: "1", ["givenName": "Bo"], etag: "W/\"x\"")
    #expect(update.method == "PATCH")
    #expect(update.headers["If-Match"] == "W/\"x\"")
    #expect(ContactRequests.update(id: "1", [:], etag: nil).headers["If-Match"] == nil)
    #expect(ContactRequests.delete(id: "1").repeatability == .repeatable)
  }

  @Test func `a picture goes as it is, as often as needed`() {
    let picture = GraphRequest.Content(bytes: [0xFF, 0xD8], type: "image/jpeg")
    let put = ContactRequests.setPhoto(picture, of: "A/1")
    #expect(put.target == "/me/contacts/A%2F1/photo/$value")
    #expect(put.repeatability == .repeatable)
    #expect(put.preview["content"] == ["type": "image/jpeg", "size": 2])
    #expect(put.preview["body"] == .null)
    #expect(ContactRequests.photo(of: "1").headers["Accept"]?.hasPrefix("image/") == true)
    #expect(ContactRequests.removePhoto(of: "1").method == "DELETE")
    #expect(ContactRequests.delete(id: "1", etag: "W/\"x\"").headers["If-Match"] == "W/\"x\"")
  }
}

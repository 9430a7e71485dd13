/// What users, contacts, their folders, people and categories take.
extension ResourceRules {
  package static let user = ResourceRules(
    name: "Users", kind: .item, typeName: "microsoft.graph.user",
    properties: [
      "id", "aboutMe", "accountEnabled", "ageGroup", "birthday", "businessPhones", "city",
      "companyName", "country", "createdDateTime", "department", "displayName", "employeeId",
      "faxNumber", "givenName", "hireDate", "identities", "imAddresses", "interests", "jobTitle",
      "mail", "mailNickname", "mailboxSettings", "mobilePhone", "mySite", "officeLocation",
      "otherMails", "pastProjects", "postalCode", "preferredDataLocation", "preferredLanguage",
      "preferredName", "proxyAddresses", "responsibilities", "schools", "skills", "state",
      "streetAddress", "surname", "usageLocation", "userPrincipalName", "userType",
    ],
    unexpandable: ["photo", "contacts", "events", "calendar", "manager"], keepsID: false)

  /// The directory of an organisation.
  package static let users: ResourceRules = {
    var rules = user.asked(as: .list)
    let text = FilterableProperty(
      .text, comparisons: [.equal, .notEqual], tests: [.startsWith, .endsWith])
    let names = [
      "id", "displayName", "givenName", "surname", "mail", "userPrincipalName", "jobTitle",
      "department", "officeLocation", "mailNickname",
    ]
    rules.filter = FilterRules(
      typeName: rules.typeName,
      properties: Dictionary(uniqueKeysWithValues: names.map { ($0, text) }),
      functions: [], known: rules.properties)
    rules.sortable = ["displayName", "userPrincipalName"]
    rules.page = 100
    rules.largestPage = 999
    return rules
  }()

  /// Contacts of the default folder.
  ///
  /// Source: Microsoft Graph "List contacts"; `any` takes `address eq` alone, and `contains` is
  /// refused everywhere (seen by users of the service).
  package static let contacts = ResourceRules(
    name: "Contacts", typeName: "microsoft.graph.contact",
    properties: [
      "id", "createdDateTime", "lastModifiedDateTime", "changeKey", "categories", "parentFolderId",
      "birthday", "fileAs", "displayName", "givenName", "initials", "middleName", "nickName",
      "surname", "title", "yomiGivenName", "yomiSurname", "yomiCompanyName", "generation",
      "imAddresses", "jobTitle", "companyName", "department", "officeLocation", "profession",
      "businessHomePage", "assistantName", "manager", "homePhones", "mobilePhone", "businessPhones",
      "spouseName", "personalNotes", "children", "emailAddresses", "homeAddress",
      "businessAddress", "otherAddress", "primaryEmailAddress", "secondaryEmailAddress",
      "tertiaryEmailAddress",
    ],
    filter: FilterRules(
      typeName: "microsoft.graph.contact", properties: contactFilter, functions: [],
      known: [
        "id", "personalNotes", "homePhones", "businessPhones", "imAddresses", "homeAddress",
        "businessAddress", "otherAddress", "children", "changeKey",
      ]),
    sortable: [
      "displayName", "givenName", "surname", "fileAs", "companyName", "jobTitle", "department",
      "birthday", "createdDateTime", "lastModifiedDateTime", "nickName", "yomiSurname",
      "yomiGivenName",
    ],
    expandable: ["extensions", "singleValueExtendedProperties", "multiValueExtendedProperties"],
    unexpandable: ["photo"], searchable: true, deltaSelects: true)

  /// Contacts of a named folder, which the schema marks as not searchable.
  package static let contactsOfFolder: ResourceRules = {
    var rules = contacts
    rules.searchable = false
    return rules
  }()

  package static let contact = contacts.asked(as: .item)
  package static let contactsDelta = contacts.asked(as: .delta)

  package static let contactFolders = ResourceRules(
    name: "ContactFolders", typeName: "microsoft.graph.contactFolder",
    properties: ["id", "parentFolderId", "displayName"],
    filter: FilterRules(
      typeName: "microsoft.graph.contactFolder",
      properties: ["displayName": FilterableProperty(.text)], known: ["id", "parentFolderId"]),
    sortable: ["displayName"],
    expandable: ["singleValueExtendedProperties", "multiValueExtendedProperties"],
    unexpandable: ["childFolders", "contacts"], deltaSelects: true)

  package static let contactFolder = contactFolders.asked(as: .item)
  package static let contactFoldersDelta = contactFolders.asked(as: .delta)

  package static let people = ResourceRules(
    name: "People", typeName: "microsoft.graph.person",
    properties: [
      "id", "displayName", "givenName", "surname", "birthday", "personNotes", "isFavorite",
      "jobTitle", "companyName", "yomiCompany", "department", "officeLocation", "profession",
      "userPrincipalName", "imAddress", "scoredEmailAddresses", "phones", "postalAddresses",
      "websites", "personType",
    ],
    filter: FilterRules(
      typeName: "microsoft.graph.person",
      properties: [
        "displayName": FilterableProperty(.text), "givenName": FilterableProperty(.text),
        "surname": FilterableProperty(.text), "personType/class": FilterableProperty(.text),
        "personType/subclass": FilterableProperty(.text),
      ],
      known: ["id", "scoredEmailAddresses", "phones"]),
    sortable: ["displayName", "givenName", "surname"], searchable: true)

  package static let categories = ResourceRules(
    name: "MasterCategories", typeName: "microsoft.graph.outlookCategory",
    properties: ["id", "displayName", "color"],
    filter: FilterRules(
      typeName: "microsoft.graph.outlookCategory",
      properties: [
        "displayName": FilterableProperty(.text), "color": FilterableProperty(.choice),
      ], known: ["id"]),
    sortable: ["displayName"], page: 100)

  package static let category = categories.asked(as: .item)

  private static let contactFilter: [String: FilterableProperty] = {
    let text = FilterableProperty(.text, tests: [.startsWith])
    let names = [
      "displayName", "givenName", "surname", "middleName", "nickName", "fileAs", "companyName",
      "department", "jobTitle", "officeLocation", "profession", "mobilePhone", "parentFolderId",
      "yomiGivenName", "yomiSurname", "initials", "title", "generation", "manager",
      "assistantName", "spouseName",
    ]
    var properties = Dictionary(uniqueKeysWithValues: names.map { ($0, text) })
    for name in ["birthday", "createdDateTime", "lastModifiedDateTime"] {
      properties[name] = FilterableProperty(.instant)
    }
    properties["emailAddresses"] = .collection(of: [
      "address": FilterableProperty(.text, comparisons: [.equal], tests: [])
    ])
    properties["categories"] = .texts
    return properties.merging(ResourceRules.extendedProperties) { $1 }
  }()
}

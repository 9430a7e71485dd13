import JSON

/// The languages a mailbox can have.
enum MailboxLanguages {
  struct Language {
    /// A BCP 47 tag with a region: `de-DE`.
    var locale: String
    /// In the language itself.
    var name: String

    var resource: JSON { ["locale": .string(locale), "displayName": .string(name)] }
  }

  /// The language of a locale, letter case ignored.
  static func language(_ locale: String) -> Language? {
    all.first { $0.locale.lowercased() == locale.lowercased() }
  }

  static let all: [Language] = [
    ("af-ZA", "Afrikaans (Suid-Afrika)"), ("ar-AE", "العربية (الإمارات العربية المتحدة)"),
    ("ar-EG", "العربية (مصر)"), ("ar-SA", "العربية (المملكة العربية السعودية)"),
    ("bg-BG", "български (България)"), ("bn-IN", "বাংলা (ভারত)"), ("ca-ES", "català (Espanya)"),
    ("cs-CZ", "čeština (Česko)"), ("cy-GB", "Cymraeg (Y Deyrnas Unedig)"),
    ("da-DK", "dansk (Danmark)"), ("de-AT", "Deutsch (Österreich)"),
    ("de-CH", "Deutsch (Schweiz)"), ("de-DE", "Deutsch (Deutschland)"),
    ("el-GR", "Ελληνικά (Ελλάδα)"), ("en-AU", "English (Australia)"),
    ("en-CA", "English (Canada)"), ("en-GB", "English (United Kingdom)"),
    ("en-IE", "English (Ireland)"), ("en-IN", "English (India)"),
    ("en-NZ", "English (New Zealand)"), ("en-US", "English (United States)"),
    ("en-ZA", "English (South Africa)"), ("es-AR", "español (Argentina)"),
    ("es-ES", "español (España)"), ("es-MX", "español (México)"),
    ("es-US", "español (Estados Unidos)"), ("et-EE", "eesti (Eesti)"),
    ("eu-ES", "euskara (Espainia)"), ("fa-IR", "فارسی (ایران)"), ("fi-FI", "suomi (Suomi)"),
    ("fil-PH", "Filipino (Pilipinas)"), ("fr-BE", "français (Belgique)"),
    ("fr-CA", "français (Canada)"), ("fr-CH", "français (Suisse)"),
    ("fr-FR", "français (France)"), ("ga-IE", "Gaeilge (Éire)"), ("gl-ES", "galego (España)"),
    ("he-IL", "עברית (ישראל)"), ("hi-IN", "हिन्दी (भारत)"), ("hr-HR", "hrvatski (Hrvatska)"),
    ("hu-HU", "magyar (Magyarország)"), ("id-ID", "Indonesia (Indonesia)"),
    ("is-IS", "íslenska (Ísland)"), ("it-CH", "italiano (Svizzera)"),
    ("it-IT", "italiano (Italia)"), ("ja-JP", "日本語 (日本)"), ("kk-KZ", "қазақ тілі (Қазақстан)"),
    ("ko-KR", "한국어 (대한민국)"), ("lt-LT", "lietuvių (Lietuva)"),
    ("lv-LV", "latviešu (Latvija)"), ("ms-MY", "Melayu (Malaysia)"),
    ("nb-NO", "norsk bokmål (Norge)"), ("nl-BE", "Nederlands (België)"),
    ("nl-NL", "Nederlands (Nederland)"), ("pl-PL", "polski (Polska)"),
    ("pt-BR", "português (Brasil)"), ("pt-PT", "português (Portugal)"),
    ("ro-RO", "română (România)"), ("ru-RU", "русский (Россия)"),
    ("sk-SK", "slovenčina (Slovensko)"), ("sl-SI", "slovenščina (Slovenija)"),
    ("sq-AL", "shqip (Shqipëri)"), ("sr-Latn-RS", "srpski (Srbija)"),
    ("sv-SE", "svenska (Sverige)"), ("sw-KE", "Kiswahili (Kenya)"), ("ta-IN", "தமிழ் (இந்தியா)"),
    ("th-TH", "ไทย (ไทย)"), ("tr-TR", "Türkçe (Türkiye)"), ("uk-UA", "українська (Україна)"),
    ("ur-PK", "اردو (پاکستان)"), ("vi-VN", "Tiếng Việt (Việt Nam)"), ("zh-CN", "中文（中国）"),
    ("zh-HK", "中文（香港特別行政區）"), ("zh-TW", "中文（台灣）"), ("zu-ZA", "isiZulu (iNingizimu Afrika)"),
  ].map { Language(locale: $0.0, name: $0.1) }
}

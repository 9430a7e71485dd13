// Written by Tools/make-windows-zones.py from CLDR 41 and Tools/zone-corrections.tsv.
// Do not edit: correct there and run it again.

/// The names that mean one zone.
enum ZoneAliasTable {
  /// One zone's names between semicolons, today's first.
  static let text = """
    Africa/Asmara Africa/Asmera;Africa/Bamako Africa/Timbuktu;Africa/Cairo Egypt
    Africa/Tripoli Libya;America/Adak America/Atka US/Aleutian;America/Anchorage US/Alaska
    America/Argentina/Buenos_Aires America/Buenos_Aires
    America/Argentina/Catamarca America/Catamarca America/Argentina/ComodRivadavia
    America/Argentina/Cordoba America/Cordoba America/Rosario;America/Argentina/Jujuy America/Jujuy
    America/Argentina/Mendoza America/Mendoza;America/Atikokan America/Coral_Harbour
    America/Chicago US/Central;America/Denver America/Shiprock Navajo US/Mountain
    America/Detroit US/Michigan;America/Edmonton Canada/Mountain;America/Halifax Canada/Atlantic
    America/Havana Cuba
    America/Indiana/Indianapolis America/Indianapolis America/Fort_Wayne US/East-Indiana
    America/Indiana/Knox America/Knox_IN US/Indiana-Starke;America/Jamaica Jamaica
    America/Kentucky/Louisville America/Louisville;America/Los_Angeles US/Pacific US/Pacific-New
    America/Manaus Brazil/West;America/Mazatlan Mexico/BajaSur;America/Mexico_City Mexico/General
    America/New_York US/Eastern;America/Noronha Brazil/DeNoronha;America/Nuuk America/Godthab
    America/Phoenix US/Arizona;America/Regina Canada/East-Saskatchewan Canada/Saskatchewan
    America/Rio_Branco America/Porto_Acre Brazil/Acre;America/Santiago Chile/Continental
    America/Sao_Paulo Brazil/East;America/St_Johns Canada/Newfoundland
    America/St_Thomas America/Virgin;America/Tijuana America/Ensenada Mexico/BajaNorte
    America/Toronto Canada/Eastern;America/Vancouver Canada/Pacific;America/Whitehorse Canada/Yukon
    America/Winnipeg Canada/Central;Arctic/Longyearbyen Atlantic/Jan_Mayen
    Asia/Ashgabat Asia/Ashkhabad;Asia/Dhaka Asia/Dacca;Asia/Ho_Chi_Minh Asia/Saigon
    Asia/Hong_Kong Hongkong;Asia/Jerusalem Asia/Tel_Aviv Israel;Asia/Kathmandu Asia/Katmandu
    Asia/Kolkata Asia/Calcutta;Asia/Macau Asia/Macao;Asia/Makassar Asia/Ujung_Pandang
    Asia/Nicosia Europe/Nicosia;Asia/Seoul ROK
    Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin PRC;Asia/Singapore Singapore
    Asia/Taipei ROC;Asia/Tehran Iran;Asia/Thimphu Asia/Thimbu;Asia/Tokyo Japan
    Asia/Ulaanbaatar Asia/Ulan_Bator;Asia/Urumqi Asia/Kashgar;Asia/Yangon Asia/Rangoon
    Atlantic/Faroe Atlantic/Faeroe;Atlantic/Reykjavik Iceland;Australia/Adelaide Australia/South
    Australia/Brisbane Australia/Queensland;Australia/Broken_Hill Australia/Yancowinna
    Australia/Darwin Australia/North;Australia/Hobart Australia/Tasmania
    Australia/Lord_Howe Australia/LHI;Australia/Melbourne Australia/Victoria
    Australia/Perth Australia/West;Australia/Sydney Australia/ACT Australia/Canberra Australia/NSW
    Etc/GMT Etc/GMT+0 Etc/GMT-0 Etc/GMT0 Etc/Greenwich GMT GMT+0 GMT-0 GMT0 Greenwich;Etc/GMT+10 HST
    Etc/GMT+5 EST;Etc/GMT+7 MST;Etc/UTC Etc/UCT Etc/Universal Etc/Zulu UCT UTC Universal Zulu
    Europe/Athens EET;Europe/Brussels MET CET;Europe/Chisinau Europe/Tiraspol;Europe/Dublin Eire
    Europe/Istanbul Asia/Istanbul Turkey;Europe/Kyiv Europe/Kiev;Europe/Lisbon WET Portugal
    Europe/London Europe/Belfast GB GB-Eire;Europe/Moscow W-SU;Europe/Warsaw Poland
    Pacific/Auckland Antarctica/South_Pole NZ;Pacific/Chatham NZ-CHAT
    Pacific/Chuuk Pacific/Truk Pacific/Yap;Pacific/Easter Chile/EasterIsland
    Pacific/Honolulu US/Hawaii;Pacific/Kanton Pacific/Enderbury;Pacific/Kwajalein Kwajalein
    Pacific/Pago_Pago Pacific/Samoa US/Samoa;Pacific/Pohnpei Pacific/Ponape
    """
}

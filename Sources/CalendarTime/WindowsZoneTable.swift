// Written by Tools/make-windows-zones.py from CLDR 41 and Tools/zone-corrections.tsv.
// Do not edit: correct there and run it again.

/// The Windows ids and the IANA zones that they stand for.
enum WindowsZoneTable {
  /// `>id|zone of the world|display name`, then rows of a territory and its zones.
  static let text = """
    >Afghanistan Standard Time|Asia/Kabul|(UTC+04:30) Kabul
    AF Asia/Kabul
    >Alaskan Standard Time|America/Anchorage|(UTC-09:00) Alaska
    US America/Anchorage America/Juneau America/Metlakatla America/Nome America/Sitka America/Yakutat
    >Alberta Standard Time|America/Edmonton|
    CA America/Edmonton America/Inuvik America/Yellowknife
    >Aleutian Standard Time|America/Adak|(UTC-10:00) Aleutian Islands
    US America/Adak
    >Altai Standard Time|Asia/Barnaul|(UTC+07:00) Barnaul, Gorno-Altaysk
    RU Asia/Barnaul
    >Arab Standard Time|Asia/Riyadh|(UTC+03:00) Kuwait, Riyadh
    BH Asia/Bahrain;KW Asia/Kuwait;QA Asia/Qatar;SA Asia/Riyadh;YE Asia/Aden
    >Arabian Standard Time|Asia/Dubai|(UTC+04:00) Abu Dhabi, Muscat
    AE Asia/Dubai;OM Asia/Muscat;ZZ Etc/GMT-4
    >Arabic Standard Time|Asia/Baghdad|(UTC+03:00) Baghdad
    IQ Asia/Baghdad
    >Argentina Standard Time|America/Argentina/Buenos_Aires|(UTC-03:00) City of Buenos Aires
    AR America/Argentina/Buenos_Aires America/Argentina/La_Rioja America/Argentina/Rio_Gallegos America/Argentina/Salta America/Argentina/San_Juan America/Argentina/San_Luis America/Argentina/Tucuman America/Argentina/Ushuaia America/Argentina/Catamarca America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza
    >Astrakhan Standard Time|Europe/Astrakhan|(UTC+04:00) Astrakhan, Ulyanovsk
    RU Europe/Astrakhan Europe/Ulyanovsk
    >Atlantic Standard Time|America/Halifax|(UTC-04:00) Atlantic Time (Canada)
    BM Atlantic/Bermuda;CA America/Halifax America/Glace_Bay America/Goose_Bay America/Moncton
    GL America/Thule
    >AUS Central Standard Time|Australia/Darwin|(UTC+09:30) Darwin
    AU Australia/Darwin
    >Aus Central W. Standard Time|Australia/Eucla|(UTC+08:45) Eucla
    AU Australia/Eucla
    >AUS Eastern Standard Time|Australia/Sydney|(UTC+10:00) Canberra, Melbourne, Sydney
    AU Australia/Sydney Australia/Melbourne
    >Azerbaijan Standard Time|Asia/Baku|(UTC+04:00) Baku
    AZ Asia/Baku
    >Azores Standard Time|Atlantic/Azores|(UTC-01:00) Azores
    GL America/Scoresbysund;PT Atlantic/Azores
    >Bahia Standard Time|America/Bahia|(UTC-03:00) Salvador
    BR America/Bahia
    >Bangladesh Standard Time|Asia/Dhaka|(UTC+06:00) Dhaka
    BD Asia/Dhaka;BT Asia/Thimphu
    >Belarus Standard Time|Europe/Minsk|(UTC+03:00) Minsk
    BY Europe/Minsk
    >Bougainville Standard Time|Pacific/Bougainville|(UTC+11:00) Bougainville Island
    PG Pacific/Bougainville
    >British Columbia Standard Time|America/Vancouver|
    CA America/Vancouver
    >Canada Central Standard Time|America/Regina|(UTC-06:00) Saskatchewan
    CA America/Regina America/Swift_Current;ZZ America/Regina
    >Cape Verde Standard Time|Atlantic/Cape_Verde|(UTC-01:00) Cabo Verde Is.
    CV Atlantic/Cape_Verde;ZZ Etc/GMT+1
    >Caucasus Standard Time|Asia/Yerevan|(UTC+04:00) Yerevan
    AM Asia/Yerevan
    >Cen. Australia Standard Time|Australia/Adelaide|(UTC+09:30) Adelaide
    AU Australia/Adelaide Australia/Broken_Hill
    >Central America Standard Time|America/Guatemala|(UTC-06:00) Central America
    BZ America/Belize;CR America/Costa_Rica;EC Pacific/Galapagos;GT America/Guatemala
    HN America/Tegucigalpa;NI America/Managua;SV America/El_Salvador;ZZ Etc/GMT+6
    >Central Asia Standard Time|Asia/Bishkek|(UTC+06:00) Astana
    AQ Antarctica/Vostok;CN Asia/Urumqi;IO Indian/Chagos;KG Asia/Bishkek;ZZ Etc/GMT-6
    >Central Brazilian Standard Time|America/Cuiaba|(UTC-04:00) Cuiaba
    BR America/Cuiaba America/Campo_Grande
    >Central Europe Standard Time|Europe/Budapest|(UTC+01:00) Belgrade, Bratislava, Budapest, Ljubljana, Prague
    AL Europe/Tirane;CZ Europe/Prague;HU Europe/Budapest;ME Europe/Podgorica;RS Europe/Belgrade
    SI Europe/Ljubljana;SK Europe/Bratislava
    >Central European Standard Time|Europe/Warsaw|(UTC+01:00) Sarajevo, Skopje, Warsaw, Zagreb
    BA Europe/Sarajevo;HR Europe/Zagreb;MK Europe/Skopje;PL Europe/Warsaw
    >Central Pacific Standard Time|Pacific/Guadalcanal|(UTC+11:00) Solomon Is., New Caledonia
    AQ Antarctica/Casey;FM Pacific/Pohnpei Pacific/Kosrae;NC Pacific/Noumea;SB Pacific/Guadalcanal
    VU Pacific/Efate;ZZ Etc/GMT-11
    >Central Standard Time|America/Chicago|(UTC-06:00) Central Time (US & Canada)
    CA America/Rankin_Inlet America/Resolute;MX America/Matamoros America/Ojinaga
    US America/Chicago America/Indiana/Knox America/Indiana/Tell_City America/Menominee America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem
    ZZ CST6CDT
    >Central Standard Time (Mexico)|America/Mexico_City|(UTC-06:00) Guadalajara, Mexico City, Monterrey
    MX America/Mexico_City America/Bahia_Banderas America/Merida America/Monterrey America/Chihuahua
    >Chatham Islands Standard Time|Pacific/Chatham|(UTC+12:45) Chatham Islands
    NZ Pacific/Chatham
    >China Standard Time|Asia/Shanghai|(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi
    CN Asia/Shanghai;HK Asia/Hong_Kong;MO Asia/Macau
    >Cuba Standard Time|America/Havana|(UTC-05:00) Havana
    CU America/Havana
    >Dateline Standard Time|Etc/GMT+12|(UTC-12:00) International Date Line West
    ZZ Etc/GMT+12
    >E. Africa Standard Time|Africa/Nairobi|(UTC+03:00) Nairobi
    AQ Antarctica/Syowa;DJ Africa/Djibouti;ER Africa/Asmara;ET Africa/Addis_Ababa;KE Africa/Nairobi
    KM Indian/Comoro;MG Indian/Antananarivo;SO Africa/Mogadishu;TZ Africa/Dar_es_Salaam
    UG Africa/Kampala;YT Indian/Mayotte;ZZ Etc/GMT-3
    >E. Australia Standard Time|Australia/Brisbane|(UTC+10:00) Brisbane
    AU Australia/Brisbane Australia/Lindeman
    >E. Europe Standard Time|Europe/Chisinau|(UTC+02:00) Chisinau
    MD Europe/Chisinau
    >E. South America Standard Time|America/Sao_Paulo|(UTC-03:00) Brasilia
    BR America/Sao_Paulo
    >Easter Island Standard Time|Pacific/Easter|(UTC-06:00) Easter Island
    CL Pacific/Easter
    >Eastern Standard Time|America/New_York|(UTC-05:00) Eastern Time (US & Canada)
    BS America/Nassau
    CA America/Toronto America/Iqaluit America/Montreal America/Nipigon America/Pangnirtung America/Thunder_Bay
    US America/New_York America/Detroit America/Indiana/Petersburg America/Indiana/Vincennes America/Indiana/Winamac America/Kentucky/Monticello America/Kentucky/Louisville
    ZZ EST5EDT
    >Eastern Standard Time (Mexico)|America/Cancun|(UTC-05:00) Chetumal
    MX America/Cancun
    >Egypt Standard Time|Africa/Cairo|(UTC+02:00) Cairo
    EG Africa/Cairo
    >Ekaterinburg Standard Time|Asia/Yekaterinburg|(UTC+05:00) Ekaterinburg
    RU Asia/Yekaterinburg
    >Fiji Standard Time|Pacific/Fiji|(UTC+12:00) Fiji
    FJ Pacific/Fiji
    >FLE Standard Time|Europe/Kyiv|(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius
    AX Europe/Mariehamn;BG Europe/Sofia;EE Europe/Tallinn;FI Europe/Helsinki;LT Europe/Vilnius
    LV Europe/Riga;UA Europe/Kyiv Europe/Uzhgorod Europe/Zaporozhye
    >Georgian Standard Time|Asia/Tbilisi|(UTC+04:00) Tbilisi
    GE Asia/Tbilisi
    >GMT Standard Time|Europe/London|(UTC+00:00) Dublin, Edinburgh, Lisbon, London
    ES Atlantic/Canary;FO Atlantic/Faroe;GB Europe/London;GG Europe/Guernsey;IE Europe/Dublin
    IM Europe/Isle_of_Man;JE Europe/Jersey;PT Europe/Lisbon Atlantic/Madeira
    >Greenland Standard Time|America/Nuuk|(UTC-03:00) Greenland
    GL America/Nuuk
    >Greenwich Standard Time|Atlantic/Reykjavik|(UTC+00:00) Monrovia, Reykjavik
    BF Africa/Ouagadougou;CI Africa/Abidjan;GH Africa/Accra;GL America/Danmarkshavn;GM Africa/Banjul
    GN Africa/Conakry;GW Africa/Bissau;IS Atlantic/Reykjavik;LR Africa/Monrovia;ML Africa/Bamako
    MR Africa/Nouakchott;SH Atlantic/St_Helena;SL Africa/Freetown;SN Africa/Dakar;TG Africa/Lome
    >GTB Standard Time|Europe/Bucharest|(UTC+02:00) Athens, Bucharest
    CY Asia/Nicosia Asia/Famagusta;GR Europe/Athens;RO Europe/Bucharest
    >Haiti Standard Time|America/Port-au-Prince|(UTC-05:00) Haiti
    HT America/Port-au-Prince
    >Hawaiian Standard Time|Pacific/Honolulu|(UTC-10:00) Hawaii
    CK Pacific/Rarotonga;PF Pacific/Tahiti;UM Pacific/Johnston;US Pacific/Honolulu;ZZ Etc/GMT+10
    >India Standard Time|Asia/Kolkata|(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi
    IN Asia/Kolkata
    >Iran Standard Time|Asia/Tehran|(UTC+03:30) Tehran
    IR Asia/Tehran
    >Israel Standard Time|Asia/Jerusalem|(UTC+02:00) Jerusalem
    IL Asia/Jerusalem
    >Jordan Standard Time|Asia/Amman|(UTC+02:00) Amman
    JO Asia/Amman
    >Kaliningrad Standard Time|Europe/Kaliningrad|(UTC+02:00) Kaliningrad
    RU Europe/Kaliningrad
    >Korea Standard Time|Asia/Seoul|(UTC+09:00) Seoul
    KR Asia/Seoul
    >Libya Standard Time|Africa/Tripoli|(UTC+02:00) Tripoli
    LY Africa/Tripoli
    >Line Islands Standard Time|Pacific/Kiritimati|(UTC+14:00) Kiritimati Island
    KI Pacific/Kiritimati;ZZ Etc/GMT-14
    >Lord Howe Standard Time|Australia/Lord_Howe|(UTC+10:30) Lord Howe Island
    AU Australia/Lord_Howe
    >Magadan Standard Time|Asia/Magadan|(UTC+11:00) Magadan
    RU Asia/Magadan
    >Magallanes Standard Time|America/Punta_Arenas|(UTC-03:00) Punta Arenas
    CL America/Punta_Arenas America/Coyhaique
    >Manitoba Standard Time|America/Winnipeg|
    CA America/Winnipeg America/Rainy_River
    >Marquesas Standard Time|Pacific/Marquesas|(UTC-09:30) Marquesas Islands
    PF Pacific/Marquesas
    >Mauritius Standard Time|Indian/Mauritius|(UTC+04:00) Port Louis
    MU Indian/Mauritius;RE Indian/Reunion;SC Indian/Mahe
    >Middle East Standard Time|Asia/Beirut|(UTC+02:00) Beirut
    LB Asia/Beirut
    >Montevideo Standard Time|America/Montevideo|(UTC-03:00) Montevideo
    UY America/Montevideo
    >Morocco Standard Time|Africa/Casablanca|(UTC+01:00) Casablanca
    EH Africa/El_Aaiun;MA Africa/Casablanca
    >Mountain Standard Time|America/Denver|(UTC-07:00) Mountain Time (US & Canada)
    CA America/Cambridge_Bay;MX America/Ciudad_Juarez;US America/Denver America/Boise;ZZ MST7MDT
    >Mountain Standard Time (Mexico)|America/Mazatlan|(UTC-07:00) Chihuahua, La Paz, Mazatlan
    MX America/Mazatlan
    >Myanmar Standard Time|Asia/Yangon|(UTC+06:30) Yangon (Rangoon)
    CC Indian/Cocos;MM Asia/Yangon
    >N. Central Asia Standard Time|Asia/Novosibirsk|(UTC+07:00) Novosibirsk
    RU Asia/Novosibirsk
    >Namibia Standard Time|Africa/Windhoek|(UTC+02:00) Windhoek
    NA Africa/Windhoek
    >Nepal Standard Time|Asia/Kathmandu|(UTC+05:45) Kathmandu
    NP Asia/Kathmandu
    >New Zealand Standard Time|Pacific/Auckland|(UTC+12:00) Auckland, Wellington
    AQ Antarctica/McMurdo;NZ Pacific/Auckland
    >Newfoundland Standard Time|America/St_Johns|(UTC-03:30) Newfoundland
    CA America/St_Johns
    >Norfolk Standard Time|Pacific/Norfolk|(UTC+11:00) Norfolk Island
    NF Pacific/Norfolk
    >North Asia East Standard Time|Asia/Irkutsk|(UTC+08:00) Irkutsk
    RU Asia/Irkutsk
    >North Asia Standard Time|Asia/Krasnoyarsk|(UTC+07:00) Krasnoyarsk
    RU Asia/Krasnoyarsk Asia/Novokuznetsk
    >North Korea Standard Time|Asia/Pyongyang|(UTC+09:00) Pyongyang
    KP Asia/Pyongyang
    >Omsk Standard Time|Asia/Omsk|(UTC+06:00) Omsk
    RU Asia/Omsk
    >Pacific SA Standard Time|America/Santiago|(UTC-04:00) Santiago
    CL America/Santiago
    >Pacific Standard Time|America/Los_Angeles|(UTC-08:00) Pacific Time (US & Canada)
    US America/Los_Angeles;ZZ PST8PDT America/Los_Angeles
    >Pacific Standard Time (Mexico)|America/Tijuana|(UTC-08:00) Baja California
    MX America/Tijuana America/Santa_Isabel
    >Pakistan Standard Time|Asia/Karachi|(UTC+05:00) Islamabad, Karachi
    PK Asia/Karachi
    >Paraguay Standard Time|America/Asuncion|(UTC-04:00) Asuncion
    PY America/Asuncion
    >Qyzylorda Standard Time|Asia/Qyzylorda|(UTC+05:00) Qyzylorda
    KZ Asia/Qyzylorda
    >Romance Standard Time|Europe/Paris|(UTC+01:00) Brussels, Copenhagen, Madrid, Paris
    BE Europe/Brussels;DK Europe/Copenhagen;ES Europe/Madrid Africa/Ceuta;FR Europe/Paris
    >Russia Time Zone 10|Asia/Srednekolymsk|(UTC+11:00) Chokurdakh
    RU Asia/Srednekolymsk
    >Russia Time Zone 11|Asia/Kamchatka|(UTC+12:00) Anadyr, Petropavlovsk-Kamchatsky
    RU Asia/Kamchatka Asia/Anadyr
    >Russia Time Zone 3|Europe/Samara|(UTC+04:00) Izhevsk, Samara
    RU Europe/Samara
    >Russian Standard Time|Europe/Moscow|(UTC+03:00) Moscow, St. Petersburg
    RU Europe/Moscow Europe/Kirov;UA Europe/Simferopol
    >SA Eastern Standard Time|America/Cayenne|(UTC-03:00) Cayenne, Fortaleza
    AQ Antarctica/Rothera Antarctica/Palmer
    BR America/Fortaleza America/Belem America/Maceio America/Recife America/Santarem
    FK Atlantic/Stanley;GF America/Cayenne;SR America/Paramaribo;ZZ Etc/GMT+3
    >SA Pacific Standard Time|America/Bogota|(UTC-05:00) Bogota, Lima, Quito, Rio Branco
    BR America/Rio_Branco America/Eirunepe;CA America/Atikokan;CO America/Bogota
    EC America/Guayaquil;JM America/Jamaica;KY America/Cayman;PA America/Panama;PE America/Lima
    ZZ Etc/GMT+5
    >SA Western Standard Time|America/La_Paz|(UTC-04:00) Georgetown, La Paz, Manaus, San Juan
    AG America/Antigua;AI America/Anguilla;AW America/Aruba;BB America/Barbados
    BL America/St_Barthelemy;BO America/La_Paz;BQ America/Kralendijk
    BR America/Manaus America/Boa_Vista America/Porto_Velho;CA America/Blanc-Sablon
    CW America/Curacao;DM America/Dominica;DO America/Santo_Domingo;GD America/Grenada
    GP America/Guadeloupe;GY America/Guyana;KN America/St_Kitts;LC America/St_Lucia
    MF America/Marigot;MQ America/Martinique;MS America/Montserrat;PR America/Puerto_Rico
    SX America/Lower_Princes;TT America/Port_of_Spain;VC America/St_Vincent;VG America/Tortola
    VI America/St_Thomas;ZZ Etc/GMT+4
    >Saint Pierre Standard Time|America/Miquelon|(UTC-03:00) Saint Pierre and Miquelon
    PM America/Miquelon
    >Sakhalin Standard Time|Asia/Sakhalin|(UTC+11:00) Sakhalin
    RU Asia/Sakhalin
    >Samoa Standard Time|Pacific/Apia|(UTC+13:00) Samoa
    WS Pacific/Apia
    >Sao Tome Standard Time|Africa/Sao_Tome|(UTC+00:00) Sao Tome
    ST Africa/Sao_Tome
    >Saratov Standard Time|Europe/Saratov|(UTC+04:00) Saratov
    RU Europe/Saratov
    >SE Asia Standard Time|Asia/Bangkok|(UTC+07:00) Bangkok, Hanoi, Jakarta
    AQ Antarctica/Davis;CX Indian/Christmas;ID Asia/Jakarta Asia/Pontianak;KH Asia/Phnom_Penh
    LA Asia/Vientiane;TH Asia/Bangkok;VN Asia/Ho_Chi_Minh;ZZ Etc/GMT-7
    >Singapore Standard Time|Asia/Singapore|(UTC+08:00) Kuala Lumpur, Singapore
    BN Asia/Brunei;ID Asia/Makassar;MY Asia/Kuala_Lumpur Asia/Kuching;PH Asia/Manila
    SG Asia/Singapore;ZZ Etc/GMT-8
    >South Africa Standard Time|Africa/Johannesburg|(UTC+02:00) Harare, Pretoria
    BI Africa/Bujumbura;BW Africa/Gaborone;CD Africa/Lubumbashi;LS Africa/Maseru;MW Africa/Blantyre
    MZ Africa/Maputo;RW Africa/Kigali;SZ Africa/Mbabane;ZA Africa/Johannesburg;ZM Africa/Lusaka
    ZW Africa/Harare;ZZ Etc/GMT-2
    >South Sudan Standard Time|Africa/Juba|(UTC+02:00) Juba
    SS Africa/Juba
    >Sri Lanka Standard Time|Asia/Colombo|(UTC+05:30) Sri Jayawardenepura
    LK Asia/Colombo
    >Sudan Standard Time|Africa/Khartoum|(UTC+02:00) Khartoum
    SD Africa/Khartoum
    >Syria Standard Time|Asia/Damascus|(UTC+02:00) Damascus
    SY Asia/Damascus
    >Taipei Standard Time|Asia/Taipei|(UTC+08:00) Taipei
    TW Asia/Taipei
    >Tasmania Standard Time|Australia/Hobart|(UTC+10:00) Hobart
    AU Australia/Hobart Australia/Currie Antarctica/Macquarie
    >Tocantins Standard Time|America/Araguaina|(UTC-03:00) Araguaina
    BR America/Araguaina
    >Tokyo Standard Time|Asia/Tokyo|(UTC+09:00) Osaka, Sapporo, Tokyo
    ID Asia/Jayapura;JP Asia/Tokyo;PW Pacific/Palau;TL Asia/Dili;ZZ Etc/GMT-9
    >Tomsk Standard Time|Asia/Tomsk|(UTC+07:00) Tomsk
    RU Asia/Tomsk
    >Tonga Standard Time|Pacific/Tongatapu|(UTC+13:00) Nuku'alofa
    TO Pacific/Tongatapu
    >Transbaikal Standard Time|Asia/Chita|(UTC+09:00) Chita
    RU Asia/Chita
    >Turkey Standard Time|Europe/Istanbul|(UTC+03:00) Istanbul
    TR Europe/Istanbul
    >Turks And Caicos Standard Time|America/Grand_Turk|(UTC-05:00) Turks and Caicos
    TC America/Grand_Turk
    >Ulaanbaatar Standard Time|Asia/Ulaanbaatar|(UTC+08:00) Ulaanbaatar
    MN Asia/Ulaanbaatar Asia/Choibalsan
    >US Eastern Standard Time|America/Indiana/Indianapolis|(UTC-05:00) Indiana (East)
    US America/Indiana/Indianapolis America/Indiana/Marengo America/Indiana/Vevay
    ZZ America/Indiana/Indianapolis
    >US Mountain Standard Time|America/Phoenix|(UTC-07:00) Arizona
    CA America/Creston America/Dawson_Creek America/Fort_Nelson;MX America/Hermosillo
    US America/Phoenix;ZZ Etc/GMT+7
    >UTC|Etc/UTC|(UTC) Coordinated Universal Time
    ZZ Etc/UTC Etc/GMT
    >UTC+12|Etc/GMT-12|(UTC+12:00) Coordinated Universal Time+12
    KI Pacific/Tarawa;MH Pacific/Majuro Pacific/Kwajalein;NR Pacific/Nauru;TV Pacific/Funafuti
    UM Pacific/Wake;WF Pacific/Wallis;ZZ Etc/GMT-12
    >UTC+13|Etc/GMT-13|(UTC+13:00) Coordinated Universal Time+13
    KI Pacific/Kanton;TK Pacific/Fakaofo;ZZ Etc/GMT-13
    >UTC-02|Etc/GMT+2|(UTC-02:00) Coordinated Universal Time-02
    BR America/Noronha;GS Atlantic/South_Georgia;ZZ Etc/GMT+2
    >UTC-08|Etc/GMT+8|(UTC-08:00) Coordinated Universal Time-08
    PN Pacific/Pitcairn;ZZ Etc/GMT+8
    >UTC-09|Etc/GMT+9|(UTC-09:00) Coordinated Universal Time-09
    PF Pacific/Gambier;ZZ Etc/GMT+9
    >UTC-11|Etc/GMT+11|(UTC-11:00) Coordinated Universal Time-11
    AS Pacific/Pago_Pago;NU Pacific/Niue;UM Pacific/Midway;ZZ Etc/GMT+11
    >Venezuela Standard Time|America/Caracas|(UTC-04:00) Caracas
    VE America/Caracas
    >Vladivostok Standard Time|Asia/Vladivostok|(UTC+10:00) Vladivostok
    RU Asia/Vladivostok Asia/Ust-Nera
    >Volgograd Standard Time|Europe/Volgograd|(UTC+04:00) Volgograd
    RU Europe/Volgograd
    >W. Australia Standard Time|Australia/Perth|(UTC+08:00) Perth
    AU Australia/Perth
    >W. Central Africa Standard Time|Africa/Lagos|(UTC+01:00) West Central Africa
    AO Africa/Luanda;BJ Africa/Porto-Novo;CD Africa/Kinshasa;CF Africa/Bangui;CG Africa/Brazzaville
    CM Africa/Douala;DZ Africa/Algiers;GA Africa/Libreville;GQ Africa/Malabo;NE Africa/Niamey
    NG Africa/Lagos;TD Africa/Ndjamena;TN Africa/Tunis;ZZ Etc/GMT-1
    >W. Europe Standard Time|Europe/Berlin|(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
    AD Europe/Andorra;AT Europe/Vienna;CH Europe/Zurich;DE Europe/Berlin Europe/Busingen
    GI Europe/Gibraltar;IT Europe/Rome;LI Europe/Vaduz;LU Europe/Luxembourg;MC Europe/Monaco
    MT Europe/Malta;NL Europe/Amsterdam;NO Europe/Oslo;SE Europe/Stockholm;SJ Arctic/Longyearbyen
    SM Europe/San_Marino;VA Europe/Vatican
    >W. Mongolia Standard Time|Asia/Hovd|(UTC+07:00) Hovd
    MN Asia/Hovd
    >West Asia Standard Time|Asia/Tashkent|(UTC+05:00) Ashgabat, Tashkent
    AQ Antarctica/Mawson;KZ Asia/Oral Asia/Aqtau Asia/Aqtobe Asia/Atyrau Asia/Almaty Asia/Qostanay
    MV Indian/Maldives;TF Indian/Kerguelen;TJ Asia/Dushanbe;TM Asia/Ashgabat
    UZ Asia/Tashkent Asia/Samarkand;ZZ Etc/GMT-5
    >West Bank Standard Time|Asia/Hebron|(UTC+02:00) Gaza, Hebron
    PS Asia/Hebron Asia/Gaza
    >West Pacific Standard Time|Pacific/Port_Moresby|(UTC+10:00) Guam, Port Moresby
    AQ Antarctica/DumontDUrville;FM Pacific/Chuuk;GU Pacific/Guam;MP Pacific/Saipan
    PG Pacific/Port_Moresby;ZZ Etc/GMT-10
    >Yakutsk Standard Time|Asia/Yakutsk|(UTC+09:00) Yakutsk
    RU Asia/Yakutsk Asia/Khandyga
    >Yukon Standard Time|America/Whitehorse|(UTC-07:00) Yukon
    CA America/Whitehorse America/Dawson
    """
}

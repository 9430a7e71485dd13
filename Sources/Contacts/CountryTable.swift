// Written by Tools/make-address-tables.py from CLDR 41.
// Do not edit: correct there and run it again.

/// Countries by their names.
enum CountryTable {
  /// `two letters|three letters|English name|other names`, codes by ISO 3166.
  static let text = """
    AC|ASC|Ascension Island|Isla de la Ascensión|Wyspa Wniebowstąpienia|Ascension|Île de l’Ascension
    AD|AND|Andorra|Andora|Andorre
    AE|ARE|United Arab Emirates|Emiratos Árabes Unidos|Zjednoczone Emiraty Arabskie|Vereinigte Arabische Emirate|Émirats arabes unis|الإمارات العربية المتحدة|U.A.E.
    AF|AFG|Afghanistan|Afganistán|Afganistan|افغانستان
    AG|ATG|Antigua & Barbuda|Antigua y Barbuda|Antigua i Barbuda|Antigua und Barbuda|Antigua-et-Barbuda
    AI|AIA|Anguilla|Anguila
    AL|ALB|Albania|Albanien|Albanie|Shqipëri
    AM|ARM|Armenia|Armenien|Arménie|Հայաստան
    AO|AGO|Angola
    AQ|ATA|Antarctica|Antártida|Antarktyda|Antarktis|Antarctique
    AR|ARG|Argentina|Argentyna|Argentinien|Argentine
    AS|ASM|American Samoa|Samoa Americana|Samoa Amerykańskie|Amerikanisch-Samoa|Samoa américaines
    AT|AUT|Austria|Österreich|Autriche
    AU|AUS|Australia|Australien|Australie
    AW|ABW|Aruba
    AX|ALA|Åland Islands|Islas Aland|Wyspy Alandzkie|Ålandinseln|Îles Åland|Åland
    AZ|AZE|Azerbaijan|Azerbaiyán|Azerbejdżan|Aserbaidschan|Azerbaïdjan|Azərbaycan
    BA|BIH|Bosnia & Herzegovina|Bosnia|Bosnia y Herzegovina|Bośnia i Hercegowina|Bosnien und Herzegowina|Bosnie-Herzégovine|Bosna i Hercegovina
    BB|BRB|Barbados|Barbade
    BD|BGD|Bangladesh|Bangladés|Bangladesz|Bangladesch|বাংলাদেশ
    BE|BEL|Belgium|Bélgica|Belgia|Belgien|Belgique|België
    BF|BFA|Burkina Faso
    BG|BGR|Bulgaria|Bułgaria|Bulgarien|Bulgarie|България
    BH|BHR|Bahrain|Baréin|Bahrajn|Bahreïn|البحرين
    BI|BDI|Burundi|Uburundi
    BJ|BEN|Benin|Benín|Bénin
    BL|BLM|St. Barthélemy|San Bartolomé|Saint-Barthélemy
    BM|BMU|Bermuda|Bermudas|Bermudy|Bermudes
    BN|BRN|Brunei|Brunéi|Brunei Darussalam
    BO|BOL|Bolivia|Boliwia|Bolivien|Bolivie
    BQ|BES|Caribbean Netherlands|Caribe neerlandés|Niderlandy Karaibskie|Karibische Niederlande|Pays-Bas caribéens
    BR|BRA|Brazil|Brasil|Brazylia|Brasilien|Brésil
    BS|BHS|Bahamas|Bahamy
    BT|BTN|Bhutan|Bután|Bhoutan|འབྲུག
    BV|BVT|Bouvet Island|Isla Bouvet|Wyspa Bouveta|Bouvetinsel|Île Bouvet
    BW|BWA|Botswana|Botsuana
    BY|BLR|Belarus|Bielorrusia|Białoruś|Biélorussie|Беларусь
    BZ|BLZ|Belize|Belice
    CA|CAN|Canada|Canadá|Kanada
    CC|CCK|Cocos (Keeling) Islands|Islas Cocos|Wyspy Kokosowe|Kokosinseln|Îles Cocos
    CD|COD|Congo - Kinshasa|Congo (DRC)|República Democrática del Congo|Congo (RDC)|Demokratyczna Republika Konga|Kongo (DRK)|Kongo-Kinshasa|Kongo (Demokratische Republik)|Congo-Kinshasa|Jamhuri ya Kidemokrasia ya Kongo|Kongo (DRC)
    CF|CAF|Central African Republic|República Centroafricana|Republika Środkowoafrykańska|Zentralafrikanische Republik|République centrafricaine
    CG|COG|Congo - Brazzaville|Congo (Republic)|Congo|Congo (República)|Kongo|Republika Konga|Kongo-Brazzaville|Kongo (Republik)|Congo-Brazzaville|République du Congo
    CH|CHE|Switzerland|Suiza|Szwajcaria|Schweiz|Suisse
    CI|CIV|Côte d’Ivoire|Ivory Coast|Costa de Marfil|Wybrzeże Kości Słoniowej|Elfenbeinküste|​​République de Côte d’Ivoire
    CK|COK|Cook Islands|Islas Cook|Wyspy Cooka|Cookinseln|Îles Cook
    CL|CHL|Chile|Chili
    CM|CMR|Cameroon|Camerún|Kamerun|Cameroun
    CN|CHN|China|Chiny|Chine|中国|P.R. China|People's Republic of China
    CO|COL|Colombia|Kolumbia|Kolumbien|Colombie
    CP|CPT|Clipperton Island|Isla Clipperton|Wyspa Clippertona|Clipperton-Insel|Île Clipperton
    CR|CRI|Costa Rica|Kostaryka
    CU|CUB|Cuba|Kuba
    CV|CPV|Cape Verde|Cabo Verde|Republika Zielonego Przylądka|Cap-Vert
    CW|CUW|Curaçao|Curazao
    CX|CXR|Christmas Island|Isla de Navidad|Wyspa Bożego Narodzenia|Weihnachtsinsel|Île Christmas
    CY|CYP|Cyprus|Chipre|Cypr|Zypern|Chypre|Κύπρος
    CZ|CZE|Czechia|Czech Republic|Chequia|República Checa|Czechy|Republika Czeska|Tschechien|Tschechische Republik|Tchéquie|République tchèque|Česko|Česká republika
    DE|DEU|Germany|Alemania|Niemcy|Deutschland|Allemagne
    DG|DGA|Diego Garcia|Diego García
    DJ|DJI|Djibouti|Yibuti|Dżibuti|Dschibuti
    DK|DNK|Denmark|Dinamarca|Dania|Dänemark|Danemark|Danmark
    DM|DMA|Dominica|Dominika|Dominique
    DO|DOM|Dominican Republic|República Dominicana|Dominikana|Dominikanische Republik|République dominicaine
    DZ|DZA|Algeria|Argelia|Algieria|Algerien|Algérie|الجزائر
    EC|ECU|Ecuador|Ekwador|Équateur
    EE|EST|Estonia|Estland|Estonie|Eesti
    EG|EGY|Egypt|Egipto|Egipt|Ägypten|Égypte|مصر
    EH|ESH|Western Sahara|Sáhara Occidental|Sahara Zachodnia|Westsahara|Sahara occidental|الصحراء الغربية
    ER|ERI|Eritrea|Erytrea|Érythrée|ኤርትራ
    ES|ESP|Spain|España|Hiszpania|Spanien|Espagne
    ET|ETH|Ethiopia|Etiopía|Etiopia|Äthiopien|Éthiopie|ኢትዮጵያ
    EU|QUU|European Union|Unión Europea|Unia Europejska|Europäische Union|Union européenne
    FI|FIN|Finland|Finlandia|Finnland|Finlande|Suomi
    FJ|FJI|Fiji|Fiyi|Fidżi|Fidschi|Fidji
    FK|FLK|Falkland Islands|Falkland Islands (Islas Malvinas)|Islas Malvinas|Islas Malvinas (Islas Falkland)|Falklandy|Falklandy (Malwiny)|Falklandinseln|Falklandinseln (Malwinen)|Îles Malouines|Îles Malouines (Îles Falkland)
    FM|FSM|Micronesia|Mikronezja|Mikronesien|Micronésie
    FO|FRO|Faroe Islands|Islas Feroe|Wyspy Owcze|Färöer|Îles Féroé|Føroyar
    FR|FRA|France|Francia|Francja|Frankreich
    GA|GAB|Gabon|Gabón|Gabun
    GB|GBR|United Kingdom|UK|Reino Unido|Wielka Brytania|Wlk. Bryt.|Vereinigtes Königreich|Royaume-Uni|R.-U.|Great Britain|England|Scotland|Wales|Northern Ireland|U.K.
    GD|GRD|Grenada|Granada|Grenade
    GE|GEO|Georgia|Gruzja|Georgien|Géorgie|საქართველო
    GF|GUF|French Guiana|Guayana Francesa|Gujana Francuska|Französisch-Guayana|Guyane française
    GG|GGY|Guernsey|Guernesey
    GH|GHA|Ghana|Gaana
    GI|GIB|Gibraltar
    GL|GRL|Greenland|Groenlandia|Grenlandia|Grönland|Groenland|Kalaallit Nunaat
    GM|GMB|Gambia|Gambie
    GN|GIN|Guinea|Gwinea|Guinée
    GP|GLP|Guadeloupe|Guadalupe|Gwadelupa
    GQ|GNQ|Equatorial Guinea|Guinea Ecuatorial|Gwinea Równikowa|Äquatorialguinea|Guinée équatoriale
    GR|GRC|Greece|Grecia|Grecja|Griechenland|Grèce|Ελλάδα
    GS|SGS|South Georgia & South Sandwich Islands|Islas Georgia del Sur y Sandwich del Sur|Georgia Południowa i Sandwich Południowy|Südgeorgien und die Südlichen Sandwichinseln|Géorgie du Sud-et-les Îles Sandwich du Sud
    GT|GTM|Guatemala|Gwatemala
    GU|GUM|Guam
    GW|GNB|Guinea-Bissau|Guinea-Bisáu|Gwinea Bissau|Guinée-Bissau|Guiné-Bissau
    GY|GUY|Guyana|Gujana
    HK|HKG|Hong Kong SAR China|Hong Kong|RAE de Hong Kong (China)|SRA Hongkong (Chiny)|Hongkong|Sonderverwaltungsregion Hongkong|R.A.S. chinoise de Hong Kong|中国香港特别行政区|香港
    HM|HMD|Heard & McDonald Islands|Islas Heard y McDonald|Wyspy Heard i McDonalda|Heard und McDonaldinseln|Îles Heard-et-MacDonald
    HN|HND|Honduras
    HR|HRV|Croatia|Croacia|Chorwacja|Kroatien|Croatie|Hrvatska
    HT|HTI|Haiti|Haití|Haïti
    HU|HUN|Hungary|Hungría|Węgry|Ungarn|Hongrie|Magyarország
    ID|IDN|Indonesia|Indonezja|Indonesien|Indonésie
    IE|IRL|Ireland|Irlanda|Irlandia|Irland|Irlande|Republic of Ireland|Éire
    IL|ISR|Israel|Izrael|Israël|ישראל
    IM|IMN|Isle of Man|Isla de Man|Wyspa Man|Île de Man
    IN|IND|India|Indie|Indien|Inde|भारत
    IO|IOT|British Indian Ocean Territory|Territorio Británico del Océano Índico|Brytyjskie Terytorium Oceanu Indyjskiego|Britisches Territorium im Indischen Ozean|Territoire britannique de l’océan Indien
    IQ|IRQ|Iraq|Irak|العراق
    IR|IRN|Iran|Irán|ایران
    IS|ISL|Iceland|Islandia|Island|Islande|Ísland
    IT|ITA|Italy|Italia|Włochy|Italien|Italie
    JE|JEY|Jersey
    JM|JAM|Jamaica|Jamajka|Jamaika|Jamaïque
    JO|JOR|Jordan|Jordania|Jordanien|Jordanie|الأردن
    JP|JPN|Japan|Japón|Japonia|Japon|日本
    KE|KEN|Kenya|Kenia
    KG|KGZ|Kyrgyzstan|Kirguistán|Kirgistan|Kirgisistan|Kirghizstan|Кыргызстан
    KH|KHM|Cambodia|Camboya|Kambodża|Kambodscha|Cambodge|កម្ពុជា
    KI|KIR|Kiribati
    KM|COM|Comoros|Comoras|Komory|Komoren|Comores|جزر القمر
    KN|KNA|St. Kitts & Nevis|San Cristóbal y Nieves|Saint Kitts i Nevis|St. Kitts und Nevis|Saint-Christophe-et-Niévès
    KP|PRK|North Korea|Corea del Norte|Korea Północna|Nordkorea|Corée du Nord|북한
    KR|KOR|South Korea|Corea del Sur|Korea Południowa|Südkorea|Corée du Sud|대한민국|Korea|Republic of Korea
    KW|KWT|Kuwait|Kuwejt|Koweït|الكويت
    KY|CYM|Cayman Islands|Islas Caimán|Kajmany|Kaimaninseln|Îles Caïmans
    KZ|KAZ|Kazakhstan|Kazajistán|Kazachstan|Kasachstan|Казахстан
    LA|LAO|Laos|ລາວ
    LB|LBN|Lebanon|Líbano|Liban|Libanon|لبنان
    LC|LCA|St. Lucia|Santa Lucía|Saint Lucia|Sainte-Lucie
    LI|LIE|Liechtenstein
    LK|LKA|Sri Lanka|ශ්‍රී ලංකාව
    LR|LBR|Liberia
    LS|LSO|Lesotho|Lesoto
    LT|LTU|Lithuania|Lituania|Litwa|Litauen|Lituanie|Lietuva
    LU|LUX|Luxembourg|Luxemburgo|Luksemburg|Luxemburg
    LV|LVA|Latvia|Letonia|Łotwa|Lettland|Lettonie|Latvija
    LY|LBY|Libya|Libia|Libyen|Libye|ليبيا
    MA|MAR|Morocco|Marruecos|Maroko|Marokko|Maroc|المغرب
    MC|MCO|Monaco|Mónaco|Monako
    MD|MDA|Moldova|Moldavia|Mołdawia|Republik Moldau|Moldavie|Republica Moldova
    ME|MNE|Montenegro|Czarnogóra|Monténégro|Црна Гора
    MF|MAF|St. Martin|San Martín|Saint-Martin
    MG|MDG|Madagascar|Madagaskar|Madagasikara
    MH|MHL|Marshall Islands|Islas Marshall|Wyspy Marshalla|Marshallinseln|Îles Marshall
    MK|MKD|North Macedonia|Macedonia del Norte|Macedonia Północna|Nordmazedonien|Macédoine du Nord|Северна Македонија
    ML|MLI|Mali
    MM|MMR|Myanmar (Burma)|Myanmar|Myanmar (Birmania)|Mjanma (Birma)|Myanmar (Birmanie)|မြန်မာ
    MN|MNG|Mongolia|Mongolei|Mongolie|Монгол
    MO|MAC|Macao SAR China|Macao|RAE de Macao (China)|SRA Makau (Chiny)|Makau|Sonderverwaltungsregion Macau|Macau|R.A.S. chinoise de Macao|中国澳门特别行政区|澳门
    MP|MNP|Northern Mariana Islands|Islas Marianas del Norte|Mariany Północne|Nördliche Marianen|Îles Mariannes du Nord
    MQ|MTQ|Martinique|Martinica|Martynika
    MR|MRT|Mauritania|Mauretania|Mauretanien|Mauritanie|موريتانيا
    MS|MSR|Montserrat
    MT|MLT|Malta|Malte
    MU|MUS|Mauritius|Mauricio|Maurice|Moris
    MV|MDV|Maldives|Maldivas|Malediwy|Malediven
    MW|MWI|Malawi|Malaui
    MX|MEX|Mexico|México|Meksyk|Mexiko|Mexique
    MY|MYS|Malaysia|Malasia|Malezja|Malaisie
    MZ|MOZ|Mozambique|Mozambik|Mosambik|Moçambique
    NA|NAM|Namibia|Namibie|Namibië
    NC|NCL|New Caledonia|Nueva Caledonia|Nowa Kaledonia|Neukaledonien|Nouvelle-Calédonie
    NE|NER|Niger|Níger|Nijar
    NF|NFK|Norfolk Island|Isla Norfolk|Norfolk|Norfolkinsel|Île Norfolk
    NG|NGA|Nigeria
    NI|NIC|Nicaragua|Nikaragua
    NL|NLD|Netherlands|Países Bajos|Holandia|Niederlande|Pays-Bas|Nederland|Holland|The Netherlands
    NO|NOR|Norway|Noruega|Norwegia|Norwegen|Norvège
    NP|NPL|Nepal|Népal|नेपाल
    NR|NRU|Nauru
    NU|NIU|Niue
    NZ|NZL|New Zealand|Nueva Zelanda|Nowa Zelandia|Neuseeland|Nouvelle-Zélande
    OM|OMN|Oman|Omán|عُمان
    PA|PAN|Panama|Panamá
    PE|PER|Peru|Perú|Pérou
    PF|PYF|French Polynesia|Polinesia Francesa|Polinezja Francuska|Französisch-Polynesien|Polynésie française
    PG|PNG|Papua New Guinea|Papúa Nueva Guinea|Papua-Nowa Gwinea|Papua-Neuguinea|Papouasie-Nouvelle-Guinée
    PH|PHL|Philippines|Filipinas|Filipiny|Philippinen|Pilipinas
    PK|PAK|Pakistan|Pakistán|پاکستان
    PL|POL|Poland|Polonia|Polska|Polen|Pologne
    PM|SPM|St. Pierre & Miquelon|San Pedro y Miquelón|Saint-Pierre i Miquelon|St. Pierre und Miquelon|Saint-Pierre-et-Miquelon
    PN|PCN|Pitcairn Islands|Islas Pitcairn|Pitcairn|Pitcairninseln|Îles Pitcairn
    PR|PRI|Puerto Rico|Portoryko|Porto Rico
    PS|PSE|Palestinian Territories|Palestine|Territorios Palestinos|Palestina|Terytoria Palestyńskie|Palestyna|Palästinensische Autonomiegebiete|Palästina|Territoires palestiniens|الأراضي الفلسطينية|فلسطين
    PT|PRT|Portugal|Portugalia
    PW|PLW|Palau|Palaos
    PY|PRY|Paraguay|Paragwaj
    QA|QAT|Qatar|Catar|Katar|قطر
    QO|QOO|Outlying Oceania|Territorios alejados de Oceanía|Oceania — wyspy dalekie|Äußeres Ozeanien|régions éloignées de l’Océanie
    RE|REU|Réunion|Reunión|Reunion|La Réunion
    RO|ROU|Romania|Rumanía|Rumunia|Rumänien|Roumanie|România
    RS|SRB|Serbia|Serbien|Serbie|Србија
    RU|RUS|Russia|Rusia|Rosja|Russland|Russie|Россия|Russian Federation
    RW|RWA|Rwanda|Ruanda|U Rwanda
    SA|SAU|Saudi Arabia|Arabia Saudí|Arabia Saudyjska|Saudi-Arabien|Arabie saoudite|المملكة العربية السعودية
    SB|SLB|Solomon Islands|Islas Salomón|Wyspy Salomona|Salomonen|Îles Salomon
    SC|SYC|Seychelles|Seszele|Seychellen
    SD|SDN|Sudan|Sudán|Soudan|السودان
    SE|SWE|Sweden|Suecia|Szwecja|Schweden|Suède|Sverige
    SG|SGP|Singapore|Singapur|Singapour
    SH|SHN|St. Helena|Santa Elena|Wyspa Świętej Heleny|Sainte-Hélène
    SI|SVN|Slovenia|Eslovenia|Słowenia|Slowenien|Slovénie|Slovenija
    SJ|SJM|Svalbard & Jan Mayen|Svalbard y Jan Mayen|Svalbard i Jan Mayen|Spitzbergen und Jan Mayen|Svalbard et Jan Mayen
    SK|SVK|Slovakia|Eslovaquia|Słowacja|Slowakei|Slovaquie|Slovensko
    SL|SLE|Sierra Leone|Sierra Leona
    SM|SMR|San Marino|Saint-Marin
    SN|SEN|Senegal|Sénégal
    SO|SOM|Somalia|Somalie|Soomaaliya
    SR|SUR|Suriname|Surinam
    SS|SSD|South Sudan|Sudán del Sur|Sudan Południowy|Südsudan|Soudan du Sud
    ST|STP|São Tomé & Príncipe|Santo Tomé y Príncipe|Wyspy Świętego Tomasza i Książęca|São Tomé und Príncipe|Sao Tomé-et-Principe|São Tomé e Príncipe
    SV|SLV|El Salvador|Salwador|Salvador
    SX|SXM|Sint Maarten|Saint-Martin (partie néerlandaise)
    SY|SYR|Syria|Siria|Syrien|Syrie|سوريا
    SZ|SWZ|Eswatini|Swaziland|Esuatini|Suazilandia|Suazi|Swasiland
    TA|TAA|Tristan da Cunha|Tristán de Acuña
    TC|TCA|Turks & Caicos Islands|Islas Turcas y Caicos|Turks i Caicos|Turks- und Caicosinseln|Îles Turques-et-Caïques
    TD|TCD|Chad|Czad|Tschad|Tchad
    TF|ATF|French Southern Territories|Territorios Australes Franceses|Francuskie Terytoria Południowe i Antarktyczne|Französische Süd- und Antarktisgebiete|Terres australes françaises
    TG|TGO|Togo
    TH|THA|Thailand|Tailandia|Tajlandia|Thaïlande|ไทย
    TJ|TJK|Tajikistan|Tayikistán|Tadżykistan|Tadschikistan|Tadjikistan|Тоҷикистон
    TK|TKL|Tokelau
    TL|TLS|Timor-Leste|East Timor|Timor Oriental|Timor Wschodni|Osttimor|Timor oriental|Timor-Oriental|República Democrática de Timor-Leste
    TM|TKM|Turkmenistan|Turkmenistán|Turkménistan|Türkmenistan
    TN|TUN|Tunisia|Túnez|Tunezja|Tunesien|Tunisie|تونس
    TO|TON|Tonga
    TR|TUR|Turkey|Turquía|Turcja|Türkei|Turquie|Türkiye
    TT|TTO|Trinidad & Tobago|Trinidad y Tobago|Trynidad i Tobago|Trinidad und Tobago|Trinité-et-Tobago
    TV|TUV|Tuvalu
    TW|TWN|Taiwan|Taiwán|Tajwan|Taïwan|台湾
    TZ|TZA|Tanzania|Tansania|Tanzanie
    UA|UKR|Ukraine|Ucrania|Ukraina|Україна
    UG|UGA|Uganda|Ouganda
    UM|UMI|U.S. Outlying Islands|Islas menores alejadas de EE. UU.|Dalekie Wyspy Mniejsze Stanów Zjednoczonych|Amerikanische Überseeinseln|Îles mineures éloignées des États-Unis
    US|USA|United States|Estados Unidos|EE. UU.|Stany Zjednoczone|USA|Vereinigte Staaten|États-Unis|É.-U.|United States of America|U.S.A.|U.S.|America
    UY|URY|Uruguay|Urugwaj
    UZ|UZB|Uzbekistan|Uzbekistán|Usbekistan|Ouzbékistan|Oʻzbekiston
    VA|VAT|Vatican City|Ciudad del Vaticano|Watykan|Vatikanstadt|État de la Cité du Vatican|Città del Vaticano
    VC|VCT|St. Vincent & Grenadines|San Vicente y las Granadinas|Saint Vincent i Grenadyny|St. Vincent und die Grenadinen|Saint-Vincent-et-les Grenadines
    VE|VEN|Venezuela|Wenezuela
    VG|VGB|British Virgin Islands|Islas Vírgenes Británicas|Brytyjskie Wyspy Dziewicze|Britische Jungferninseln|Îles Vierges britanniques
    VI|VIR|U.S. Virgin Islands|Islas Vírgenes de EE. UU.|Wyspy Dziewicze Stanów Zjednoczonych|Amerikanische Jungferninseln|Îles Vierges des États-Unis
    VN|VNM|Vietnam|Wietnam|Viêt Nam|Việt Nam
    VU|VUT|Vanuatu
    WF|WLF|Wallis & Futuna|Wallis y Futuna|Wallis i Futuna|Wallis und Futuna|Wallis-et-Futuna
    WS|WSM|Samoa
    XA|XAA|Pseudo-Accents|Pseudoacentos|Pseudoakcenty|Pseudo-Akzente|pseudo-accents
    XB|XBB|Pseudo-Bidi|Pseudobidi|Pseudodwukierunkowe|pseudo-bidi
    XK|XKK|Kosovo|Kosowo|Kosovë
    YE|YEM|Yemen|Jemen|Yémen|اليمن
    YT|MYT|Mayotte|Majotta
    ZA|ZAF|South Africa|Sudáfrica|Republika Południowej Afryki|Südafrika|Afrique du Sud
    ZM|ZMB|Zambia|Sambia|Zambie
    ZW|ZWE|Zimbabwe|Zimbabue|Simbabwe
    ZZ|ZZZ|Unknown Region|Región desconocida|Nieznany region|Unbekannte Region|région indéterminée
    """
}

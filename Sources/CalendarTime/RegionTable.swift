// Written by Tools/make-windows-zones.py from CLDR 41 and Tools/zone-corrections.tsv.
// Do not edit: correct there and run it again.

/// What regions and languages are used to.
enum RegionTable {
  /// A weekday and the regions whose weeks begin with it; all others have Monday.
  static let firstWeekdays = """
    friday MV
    saturday AF BH DJ DZ EG IQ IR JO KW LY OM QA SD SY
    sunday AG AS BD BR BS BT BW BZ CA CN CO DM DO ET GT GU HK HN ID IL IN JM JP KE KH KR LA MH MM MO
    sunday MT MX MZ NI NP PA PE PH PK PR PT PY SA SG SV TH TT TW UM US VE VI WS YE ZA ZW
    """

  /// Regions, or languages in a region, with a clock of 12 hours.
  static let twelveHours = """
    AE AG AL AS AU BB BD BH BM BN BS BT CA CO CY DJ DM DO DZ EG EH ER ET FJ FM GD GH GM GR GU GY HK
    IN IQ JM JO KH KI KN KP KR KW KY LB LC LR LS LY MH MO MP MR MW MY NA NZ OM PA PG PH PK PR PS PW
    QA SA SB SD SG SL SO SS SY SZ TC TD TN TO TT TW UM US VC VE VG VI VU WS YE ZM ar_001 en_001
    gu_IN hi_IN kn_IN ml_IN mr_IN pa_IN ta_IN te_IN
    """

  /// Languages that count 24 hours though their region may not.
  static let twentyFourHours = """
    af_ZA ca_ES es_BO es_BR es_EC es_ES es_GQ es_PE fr_CA gl_ES it_CH it_IT zu_ZA
    """

  /// A region and the languages, with or without script, most likely spoken there.
  static let languages = """
    001 eo ia io vo yi;AF ps uz_Arab;AL sq;AM hy;AZ az;BA bs;BD bn ccp;BE wa;BG bg cu_Glag;BI rn
    BO ay;BR kgp pt yrl;BT dz;BY be;CA cr iu oj;CD kg ln lu;CF sg;CH gsw rm wae
    CM agq bas dua ewo jgo kkj ksf mgo mua nmg nnh yav
    CN bo ii kk_Arab ky_Arab mn_Mong ug yue_Hans za zh;CV kea;CZ cs;DE de dsb hsb ksh nds;DK da
    DZ kab;EE et;EG ar;ES an ast ca es eu gl;ET aa am om ti;FI fi smn;FJ fj;FO fo;FR br co fr oc
    GB cy en_Shaw gd kw;GE ab ka ku_Yezi os;GH ak ee;GL kl;GN ff_Adlm;GR el;GU ch;HK yue;HR hr;HT ht
    HU hu;ID id in jv jw su;IE ga;IL he iw;IM gv
    IN as brx doi gu hi kn kok ks mai ml mni mr or pa sa sat sd_Deva sd_Khoj sd_Sind ta te
    IQ ckb ku_Arab;IR ae az_Arab fa lrc mzn;IS is;IT fur it sc;JP ja
    KE dav ebu guz kam ki kln luo luy mas mer saq;KG ky;KH km;KR ko;KZ kk ug_Cyrl;LA lo;LK si;LR vai
    LT lt;LU lb;LV lv;MA shi tzm zgh;MG mg;MH mh;MK mk;ML bm khq ses;MM my;MN mn;MT mt;MU mfe;MV dv
    MW ny;MY ms;MZ mgh seh;NA hz kj naq ng;NE dje twq;NG ha ig pcm yo;NL fy li nl;NO nb nn no se
    NP ne;NR na;NZ mi;PE qu;PF ty;PG ho;PH ceb fil tl;PK pa_Arab sd tg_Arab ur;PL pl;PY gn;RO mo ro
    RS sr;RU av ba ce cu cv kv ru sah tt;RW rw;SE sv;SI sl;SK sk;SN dyo ff wo;SO so;SS nus;TH th
    TJ tg;TM tk;TO to;TR ku ky_Latn tr;TW zh_Bopo zh_Hanb zh_Hant
    TZ asa bez jmc kde ksb lag rof rwk sbp sw vun;UA ji uk;UG cgg lg nyn teo xog
    US chr en haw ik lkt nv;UZ uz;VA la;VN vi;VU bi;WS sm;ZA af nr ss st tn ts ve xh zu;ZM bem
    ZW nd sn
    """
}

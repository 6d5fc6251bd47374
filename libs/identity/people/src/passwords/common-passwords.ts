/**
 * Passwords of twelve characters and more that many people choose, in lower case; a shorter one is refused anyway. An
 * underscore stands for a space. It is a list of well-known ones: words with years and numbers, walks over keyboards,
 * phrases.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  String.raw`
  !qaz2wsx3edc !qaz@wsx#edc 000111222333 010101010101 012345678901 0123456789012 01234567890123456789 0123456789ab
  0123456789abcdef 100200300400 109876543210 111222333444 112233445566 11223344556677 1122334455667788 121212121212
  123123123123 123321123321 12341234123412 1234512345123 123454321234 123456123456 123456654321 1234567887654321
  1234567890-= 123456789012 1234567890123 12345678901234 123456789012345 1234567890123456 12345678901234567890
  1234567890administrator 1234567890autumn 1234567890besiktas 1234567890changeme 1234567890company 1234567890computer
  1234567890default 1234567890fenerbahce 1234567890football 1234567890galatasaray 1234567890iloveyou
  1234567890istanbul 1234567890letmein 1234567890microsoft 1234567890p@ssw0rd 1234567890p@ssword 1234567890passw0rd
  1234567890password 1234567890princess 1234567890qwerty 1234567890qwertyuiop 1234567890samsung 1234567890spring
  1234567890summer 1234567890sunshine 1234567890superman 1234567890turkiye 1234567890welcome 1234567890winter
  1234567891011 123456789101112 123456789123 123456789123456789 123456789987654321 123456789abc 123456789abcdef
  123456789administrator 123456789autumn 123456789besiktas 123456789changeme 123456789company 123456789computer
  123456789default 123456789fenerbahce 123456789football 123456789galatasaray 123456789iloveyou 123456789istanbul
  123456789letmein 123456789microsoft 123456789p@ssw0rd 123456789p@ssword 123456789passw0rd 123456789password
  123456789princess 123456789qwerty 123456789qwertyuiop 123456789samsung 123456789spring 123456789summer
  123456789sunshine 123456789superman 123456789turkiye 123456789welcome 123456789winter 12345678administrator
  12345678autumn 12345678besiktas 12345678changeme 12345678company 12345678computer 12345678default 12345678fenerbahce
  12345678football 12345678galatasaray 12345678iloveyou 12345678istanbul 12345678letmein 12345678microsoft
  12345678p@ssw0rd 12345678p@ssword 12345678passw0rd 12345678password 12345678princess 12345678qwerty
  12345678qwertyuiop 12345678samsung 12345678spring 12345678summer 12345678sunshine 12345678superman 12345678turkiye
  12345678welcome 12345678winter 123456administrator 123456autumn 123456besiktas 123456changeme 123456company
  123456computer 123456default 123456fenerbahce 123456football 123456galatasaray 123456iloveyou 123456istanbul
  123456letmein 123456microsoft 123456p@ssw0rd 123456p@ssword 123456passw0rd 123456password 123456princess
  123456qwerty 123456qwertyuiop 123456samsung 123456spring 123456summer 123456sunshine 123456superman 123456turkiye
  123456welcome 123456winter 12345administrator 12345besiktas 12345changeme 12345company 12345computer 12345default
  12345fenerbahce 12345football 12345galatasaray 12345iloveyou 12345istanbul 12345letmein 12345microsoft 12345p@ssw0rd
  12345p@ssword 12345passw0rd 12345password 12345princess 12345qwertyuiop 12345samsung 12345sunshine 12345superman
  12345turkiye 12345welcome 1234abcd1234 1234administrator 1234besiktas 1234changeme 1234computer 1234fenerbahce
  1234football 1234galatasaray 1234iloveyou 1234istanbul 1234microsoft 1234p@ssw0rd 1234p@ssword 1234passw0rd
  1234password 1234princess 1234qwer1234 1234qwerasdf 1234qwertyuiop 1234sunshine 1234superman 123abc123abc
  123administrator 123fenerbahce 123galatasaray 123microsoft 123qwe123qwe 123qweasdzxc 123qwertyuiop 131313131313
  147258369000 147258369147 159357159357 159753159753 1a2b3c4d5e6f 1a2s3d4f5g6h 1q2w3e4r5t6y 1q2w3e4r5t6y7u
  1q2w3e4r5t6y7u8i 1q2w3e4r5t6y7u8i9o0p 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qaz2wsx3edc4rfv5tgb 1qazxsw23edc
  2023administrator 2023besiktas 2023changeme 2023computer 2023fenerbahce 2023football 2023galatasaray 2023iloveyou
  2023istanbul 2023microsoft 2023p@ssw0rd 2023p@ssword 2023passw0rd 2023password 2023princess 2023qwertyuiop
  2023sunshine 2023superman 2024administrator 2024besiktas 2024changeme 2024computer 2024fenerbahce 2024football
  2024galatasaray 2024iloveyou 2024istanbul 2024microsoft 2024p@ssw0rd 2024p@ssword 2024passw0rd 2024password
  2024princess 2024qwertyuiop 2024sunshine 2024superman 2025administrator 2025besiktas 2025changeme 2025computer
  2025fenerbahce 2025football 2025galatasaray 2025iloveyou 2025istanbul 2025microsoft 2025p@ssw0rd 2025p@ssword
  2025passw0rd 2025password 2025princess 2025qwertyuiop 2025sunshine 2025superman 2026administrator 2026besiktas
  2026changeme 2026computer 2026fenerbahce 2026football 2026galatasaray 2026iloveyou 2026istanbul 2026microsoft
  2026p@ssw0rd 2026p@ssword 2026passw0rd 2026password 2026princess 2026qwertyuiop 2026sunshine 2026superman
  232323232323 696969696969 741852963741 890123456789 987654321000 987654321012 9876543210123 987654321098
  98765432109876543210 987654321987 =-0987654321 ][poiuytrewq a1b2c3d4e5f6 a1b2c3d4e5f6g7h8 a1s2d3f4g5h6 aaa111bbb222
  abc123abc123 abcabcabcabc abcd12345678 abcd1234abcd abcdef123456 abcdefg12345 abcdefgh1234 abcdefghijkl
  abcdefghijklm abcdefghijklmn abcdefghijklmno abcdefghijklmnop abcdefghijklmnopqrstuvwxyz accounting123 adminadmin123
  adminadminadmin adminadministrator adminbesiktas adminchangeme admincompany admincomputer admindefault
  adminfenerbahce adminfootball admingalatasaray adminiloveyou administanbul administrator administrator!
  administrator1 administrator1! administrator123 administrator123! administrator1234 administrator1234!
  administrator12345 administrator123456 administrator123456! administrator12345678 administrator123456789
  administrator1234567890 administrator2023 administrator2023! administrator2024 administrator2024! administrator2025
  administrator2025! administrator2026 administrator2026! administrator@123 administrator@1234 administrator@2024
  administrator@2025 administrator@2026 administratoradmin administratoradministrator
  administratoradministratoradministrator administratoriloveyou administratorletmein administratorpassword
  administratorqwerty administratorwelcome administratorword adminletmein adminmicrosoft adminp@ssw0rd adminp@ssword
  adminpassw0rd adminpassword adminprincess adminqwertyuiop adminsamsung adminsunshine adminsuperman adminturkiye
  adminwelcome allahuekber1 allyourbasearebelongtous angel1234567 angelangel12 ankara060606
  antidisestablishmentarianism apocalypse12 armageddon12 arsenalfc123 asdasdasdasd asdf1234asdf asdf1234qwer
  asdfasdfasdf asdfgh123456 asdfghjkl123 asdfghjkl1234 asdfghjklasdfghjkl asdfghjklqwertyuiop asdfghjklzxcvbnm
  ataturk18811938 autumn123456 autumn123456! autumn12345678 autumn123456789 autumn1234567890 autumnautumn
  autumnautumnautumn autumniloveyou autumnletmein autumnpassword autumnqwerty autumnwelcome azertyuiop12 azertyuiop123
  babyboy12345 babygirl1234 backstreetboys barcelona123 basketball12 basketball123 basketball23 batmanbatman
  besiktas123! besiktas1234 besiktas1234! besiktas12345 besiktas123456 besiktas123456! besiktas12345678
  besiktas123456789 besiktas1234567890 besiktas1903 besiktas2023 besiktas2023! besiktas2024 besiktas2024! besiktas2025
  besiktas2025! besiktas2026 besiktas2026! besiktas@123 besiktas@1234 besiktas@2024 besiktas@2025 besiktas@2026
  besiktasadmin besiktasbesiktas besiktasbesiktasbesiktas besiktasiloveyou besiktasletmein besiktaspassword
  besiktasqwerty besiktaswelcome besiktasword bigdaddy1234 bismillah123 bismillah786 blueberry123 bonjour12345
  bonjour123456 bostonredsox business1234 butterflies1 butterfly123 cafebabecafebabe callofduty12 callofduty123
  captainamerica carpediem123 championship championship1 changeit1234 changeme123! changeme1234 changeme1234!
  changeme12345 changeme123456 changeme123456! changeme12345678 changeme123456789 changeme1234567890 changeme2023
  changeme2023! changeme2024 changeme2024! changeme2025 changeme2025! changeme2026 changeme2026! changeme@123
  changeme@1234 changeme@2024 changeme@2025 changeme@2026 changemeadmin changemechangeme changemechangemechangeme
  changemeiloveyou changemeletmein changemepassword changemeplease changemeqwerty changemewelcome changemeword
  changethisnow cheerleader1 cheerleading cheeseburger cheesecake12 cheesecake123 chelseafc123 chevrolet123
  chocolate123 chocolatecake cogitoergosum cokgizlisifre communication communications company1234! company12345
  company123456 company123456! company12345678 company123456789 company1234567890 company2023! company2024!
  company2025! company2026! company@1234 company@2024 company@2025 company@2026 companyadmin companycompany
  companycompanycompany companyiloveyou companyletmein companypassword companyqwerty companywelcome computer123!
  computer1234 computer1234! computer12345 computer123456 computer123456! computer12345678 computer123456789
  computer1234567890 computer2023 computer2023! computer2024 computer2024! computer2025 computer2025! computer2026
  computer2026! computer@123 computer@1234 computer@2024 computer@2025 computer@2026 computeradmin computercomputer
  computercomputercomputer computeriloveyou computerletmein computerpassword computerqwerty computerwelcome
  computerword contrasena12 contrasena123 contraseña12 contraseña123 correct_horse_battery_staple
  correct-horse-battery-staple correcthorsebatterystaple corvette1234 counterstrike cristiano7cr7 cristianoronaldo
  customer1234 dallascowboys darthvader123 deadbeefdeadbeef default1234! default12345 default123456 default123456!
  default12345678 default123456789 default1234567890 default2023! default2024! default2025! default2026! default@1234
  default@2024 default@2025 default@2026 defaultadmin defaultdefault defaultdefaultdefault defaultiloveyou
  defaultletmein defaultpassword defaultqwerty defaultwelcome deutschland1 deutschland123 dontgiveup123 dragon123456
  dragondragon elephant1234 entertainment entertainment1 extraordinary fenerbahce1! fenerbahce123 fenerbahce123!
  fenerbahce1234 fenerbahce1234! fenerbahce12345 fenerbahce123456 fenerbahce123456! fenerbahce12345678
  fenerbahce123456789 fenerbahce1234567890 fenerbahce1907 fenerbahce2023 fenerbahce2023! fenerbahce2024
  fenerbahce2024! fenerbahce2025 fenerbahce2025! fenerbahce2026 fenerbahce2026! fenerbahce@123 fenerbahce@1234
  fenerbahce@2024 fenerbahce@2025 fenerbahce@2026 fenerbahceadmin fenerbahcefenerbahce fenerbahcefenerbahcefenerbahce
  fenerbahceiloveyou fenerbahceletmein fenerbahcepassword fenerbahceqwerty fenerbahcewelcome fenerbahceword
  football123! football1234 football1234! football12345 football123456 football123456! football12345678
  football123456789 football1234567890 football2023 football2023! football2024 football2024! football2025
  football2025! football2026 football2026! football@123 football@1234 football@2024 football@2025 football@2026
  footballadmin footballfootball footballfootballfootball footballiloveyou footballletmein footballpassword
  footballqwerty footballwelcome footballword fortnite1234 fuckyou12345 fuckyoubitch fuckyoufuckyou galatasaray1!
  galatasaray123 galatasaray123! galatasaray1234 galatasaray1234! galatasaray12345 galatasaray123456
  galatasaray123456! galatasaray12345678 galatasaray123456789 galatasaray1234567890 galatasaray1905 galatasaray2023
  galatasaray2023! galatasaray2024 galatasaray2024! galatasaray2025 galatasaray2025! galatasaray2026 galatasaray2026!
  galatasaray@123 galatasaray@1234 galatasaray@2024 galatasaray@2025 galatasaray@2026 galatasarayadmin
  galatasaraygalatasaray galatasaraygalatasaraygalatasaray galatasarayiloveyou galatasarayletmein galatasaraypassword
  galatasarayqwerty galatasaraywelcome galatasarayword gameofthrones1 ghostbusters gizlisifre12 gizlisifre123
  godisgreat123 godislove123 goodmorning1 goodmorning123 goodpassword grandfather1 grandmother1 hakunamatata
  hakunamatata1 hallohallo12 happybirthday happybirthday1 harleydavidson harrypotter1 harrypotter123 haslo1234567
  hello_world_hello_world hello1234567 hellohello123 hellokitty12 hellokitty123 helloworld1! helloworld12
  helloworld123 helloworld1234 hitchhiker42 holahola1234 hubspot12345 i_love_you_so_much ichliebedich ichliebedich1
  ilovemyfamily ilovemymother ilovemyself123 iloveyou123! iloveyou1234 iloveyou1234! iloveyou12345 iloveyou123456
  iloveyou123456! iloveyou12345678 iloveyou123456789 iloveyou1234567890 iloveyou2023 iloveyou2023! iloveyou2024
  iloveyou2024! iloveyou2025 iloveyou2025! iloveyou2026 iloveyou2026! iloveyou3000 iloveyou@123 iloveyou@1234
  iloveyou@2024 iloveyou@2025 iloveyou@2026 iloveyouadmin iloveyouadministrator iloveyouautumn iloveyoubaby
  iloveyoubesiktas iloveyouchangeme iloveyoucompany iloveyoucomputer iloveyoudefault iloveyoufenerbahce
  iloveyoufootball iloveyouforever iloveyougalatasaray iloveyouiloveyou iloveyouiloveyouiloveyou iloveyouistanbul
  iloveyoujesus iloveyouletmein iloveyoumicrosoft iloveyoumore iloveyoup@ssw0rd iloveyoup@ssword iloveyoupassw0rd
  iloveyoupassword iloveyouprincess iloveyouqwerty iloveyouqwertyuiop iloveyousamsung iloveyousomuch iloveyouspring
  iloveyousummer iloveyousunshine iloveyousuperman iloveyouturkiye iloveyouwelcome iloveyouwinter iloveyouword
  imawesome123 imthebest123 independence international international1 interstellar inthebeginning ironman12345
  istanbul123! istanbul1234 istanbul1234! istanbul12345 istanbul123456 istanbul123456! istanbul12345678
  istanbul123456789 istanbul1234567890 istanbul1453 istanbul2023 istanbul2023! istanbul2024 istanbul2024! istanbul2025
  istanbul2025! istanbul2026 istanbul2026! istanbul3434 istanbul@123 istanbul@1234 istanbul@2024 istanbul@2025
  istanbul@2026 istanbuladmin istanbuliloveyou istanbulistanbul istanbulistanbulistanbul istanbulletmein
  istanbulpassword istanbulqwerty istanbulwelcome istanbulword itwasthebestoftimes jesuschrist1 jesusislord1
  jesuslovesme jetaime12345 jetaimejetaime jetaimemonamour justinbieber1 juventus1234 killer123456 killerkiller
  knowledgeispower kochamcie123 kochamciebardzo lamborghini1 leagueoflegends leomessi1010 let_me_in_please
  letmein1234! letmein12345 letmein123456 letmein123456! letmein12345678 letmein123456789 letmein1234567890
  letmein2023! letmein2024! letmein2025! letmein2026! letmein@1234 letmein@2024 letmein@2025 letmein@2026 letmeinadmin
  letmeinadministrator letmeinautumn letmeinbesiktas letmeinchangeme letmeincompany letmeincomputer letmeindefault
  letmeinfenerbahce letmeinfootball letmeingalatasaray letmeiniloveyou letmeinistanbul letmeinletmein
  letmeinletmeinletmein letmeinmicrosoft letmeinnow123 letmeinp@ssw0rd letmeinp@ssword letmeinpassw0rd letmeinpassword
  letmeinplease letmeinprincess letmeinqwerty letmeinqwertyuiop letmeinsamsung letmeinspring letmeinsummer
  letmeinsunshine letmeinsuperman letmeinturkiye letmeinwelcome letmeinwinter linkinpark123 lionelmessi10
  livelongandprosper liverpoolfc1 lkjihgfedcba lordoftherings lovelovelove lovemetender lukeskywalker manchestercity
  manchesterunited manchesterutd marketing123 maryhadalittlelamb master123456 may_the_force_be_with_you
  maytheforcebewithyou mercedesbenz merhaba12345 merhaba123456 merhabadunya merrychristmas metallica123 michaeljackson
  michaeljordan michaeljordan23 microsoft123 microsoft123! microsoft1234 microsoft1234! microsoft12345 microsoft123456
  microsoft123456! microsoft12345678 microsoft123456789 microsoft1234567890 microsoft2023 microsoft2023! microsoft2024
  microsoft2024! microsoft2025 microsoft2025! microsoft2026 microsoft2026! microsoft@123 microsoft@1234 microsoft@2024
  microsoft@2025 microsoft@2026 microsoftadmin microsoftiloveyou microsoftletmein microsoftmicrosoft
  microsoftmicrosoftmicrosoft microsoftpassword microsoftqwerty microsoftwelcome microsoftword minecraft123
  minecraft1234 moneymoney12 moneymoneymoney monkey123456 monkeymonkey motdepasse12 motdepasse123 motdepasse1234
  motdepassemotdepasse motherfucker motherfucker1 motorcycle12 mustafakemal mustafakemal1 mustafakemalatatürk
  mustang12345 my_secret_password mycompany123 mycompany1234 mypassword12 mypassword123 mypassword1234 mypasswordis1
  neverevergiveup nevergiveup12 nevergiveup123 newpassword1 newpassword123 newpassword1234 newyorkyankees ninja1234567
  nintendo1234 nintendoswitch nopassword123 notapassword nothingelsematters notmypassword office123456 office365office
  onceuponatime onedirection1 open_sesame_now opensesame123 openthedoor1 p@ssw0rd123! p@ssw0rd1234 p@ssw0rd1234!
  p@ssw0rd12345 p@ssw0rd123456 p@ssw0rd123456! p@ssw0rd12345678 p@ssw0rd123456789 p@ssw0rd1234567890 p@ssw0rd2023
  p@ssw0rd2023! p@ssw0rd2024 p@ssw0rd2024! p@ssw0rd2025 p@ssw0rd2025! p@ssw0rd2026 p@ssw0rd2026! p@ssw0rd@123
  p@ssw0rd@1234 p@ssw0rd@2024 p@ssw0rd@2025 p@ssw0rd@2026 p@ssw0rdadmin p@ssw0rdiloveyou p@ssw0rdletmein
  p@ssw0rdp@ssw0rd p@ssw0rdp@ssw0rdp@ssw0rd p@ssw0rdpassword p@ssw0rdqwerty p@ssw0rdwelcome p@ssw0rdword p@ssword123!
  p@ssword1234 p@ssword1234! p@ssword12345 p@ssword123456 p@ssword123456! p@ssword12345678 p@ssword123456789
  p@ssword1234567890 p@ssword2023 p@ssword2023! p@ssword2024 p@ssword2024! p@ssword2025 p@ssword2025! p@ssword2026
  p@ssword2026! p@ssword@123 p@ssword@1234 p@ssword@2024 p@ssword@2025 p@ssword@2026 p@sswordadmin p@sswordiloveyou
  p@sswordletmein p@sswordp@ssword p@sswordp@sswordp@ssword p@sswordpassword p@sswordqwerty p@sswordwelcome
  p@sswordword parola123456 parolaparola passw0rd123! passw0rd1234 passw0rd1234! passw0rd12345 passw0rd123456
  passw0rd123456! passw0rd12345678 passw0rd123456789 passw0rd1234567890 passw0rd2023 passw0rd2023! passw0rd2024
  passw0rd2024! passw0rd2025 passw0rd2025! passw0rd2026 passw0rd2026! passw0rd@123 passw0rd@1234 passw0rd@2024
  passw0rd@2025 passw0rd@2026 passw0rdadmin passw0rdiloveyou passw0rdletmein passw0rdpassw0rd passw0rdpassw0rdpassw0rd
  passw0rdpassword passw0rdqwerty passw0rdwelcome passw0rdword password_password password123! password1234
  password1234! password12345 password123456 password123456! password12345678 password123456789 password1234567890
  password2023 password2023! password2024 password2024! password2025 password2025! password2026 password2026!
  password@123 password@1234 password@2024 password@2025 password@2026 passwordadmin passwordadministrator
  passwordautumn passwordbesiktas passwordchangeme passwordcompany passwordcomputer passworddefault passwordfenerbahce
  passwordfootball passwordgalatasaray passwordiloveyou passwordispassword passwordistanbul passwordletmein
  passwordmicrosoft passwordp@ssw0rd passwordp@ssword passwordpassw0rd passwordpassword passwordpasswordpassword
  passwordprincess passwordqwerty passwordqwertyuiop passwordsamsung passwordspring passwordsummer passwordsunshine
  passwordsuperman passwordturkiye passwordwelcome passwordwinter passwordword passwort1234 passwort12345
  passwort123456 passwortpasswort photographer photography1 pineapple123 playstation1 playstation2 playstation3
  playstation4 playstation5 pleasechangeme pleasechangeme1 princess123! princess1234 princess1234! princess12345
  princess123456 princess123456! princess12345678 princess123456789 princess1234567890 princess2023 princess2023!
  princess2024 princess2024! princess2025 princess2025! princess2026 princess2026! princess@123 princess@1234
  princess@2024 princess@2025 princess@2026 princessadmin princessiloveyou princessletmein princesspassword
  princessprincess princessprincessprincess princessqwerty princesswelcome princessword q1w2e3r4t5y6 q1w2e3r4t5y6u7
  q1w2e3r4t5y6u7i8 q1w2e3r4t5y6u7i8o9p0 qazwsxedcrfv qazwsxedcrfvtgb qwe123qwe123 qweasdzxc123 qweqweqweqwe
  qwer1234asdf qwer1234qwer qwerasdfzxcv qwerqwerqwer qwerty123456 qwerty123456! qwerty12345678 qwerty123456789
  qwerty1234567890 qwertyadministrator qwertyautumn qwertybesiktas qwertychangeme qwertycompany qwertycomputer
  qwertydefault qwertyfenerbahce qwertyfootball qwertygalatasaray qwertyiloveyou qwertyistanbul qwertyletmein
  qwertymicrosoft qwertyp@ssw0rd qwertyp@ssword qwertypassw0rd qwertypassword qwertyprincess qwertyqwerty
  qwertyqwertyqwerty qwertyqwertyuiop qwertysamsung qwertyspring qwertysummer qwertysunshine qwertysuperman
  qwertyturkiye qwertyuiop1! qwertyuiop12 qwertyuiop123 qwertyuiop123! qwertyuiop1234 qwertyuiop1234! qwertyuiop12345
  qwertyuiop123456 qwertyuiop123456! qwertyuiop12345678 qwertyuiop123456789 qwertyuiop1234567890 qwertyuiop2023
  qwertyuiop2023! qwertyuiop2024 qwertyuiop2024! qwertyuiop2025 qwertyuiop2025! qwertyuiop2026 qwertyuiop2026!
  qwertyuiop@123 qwertyuiop@1234 qwertyuiop@2024 qwertyuiop@2025 qwertyuiop@2026 qwertyuiop[] qwertyuiopadmin
  qwertyuiopasdfghjkl qwertyuiopiloveyou qwertyuiopletmein qwertyuioppassword qwertyuiopqwerty qwertyuiopqwertyuiop
  qwertyuiopqwertyuiopqwertyuiop qwertyuiopwelcome qwertyuiopword qwertyuiopzxcvbnm qwertywelcome qwertywinter
  rainbow12345 rainbowunicorn rapport12345 rapport123456 rapport2026! rapportrapport raspberry123 realmadrid123
  relationship relationships responsibility resurrection rockandroll1 rocknroll123 rootpassword rumpelstiltskin
  sales1234567 salesforce12 salesforce123 samsung1234! samsung12345 samsung123456 samsung123456! samsung12345678
  samsung123456789 samsung1234567890 samsung2023! samsung2024! samsung2025! samsung2026! samsung@1234 samsung@2024
  samsung@2025 samsung@2026 samsungadmin samsungiloveyou samsungletmein samsungpassword samsungqwerty samsungsamsung
  samsungsamsungsamsung samsungwelcome schatz123456 secretpassword securepassword securepassword1 seniseviyorum
  seniseviyorum1 seniseviyorum123 sexdrugsrocknroll shadow123456 showmethemoney sifre1234567 sifresifre12 skateboard12
  skateboarding slipknot1234 snowboarding spiderman123 spring123456 spring123456! spring12345678 spring123456789
  spring1234567890 springiloveyou springletmein springpassword springqwerty springspring springspringspring
  springwelcome startrek1234 starwars1234 steelers1234 strawberry12 strawberry123 strongpassword strongpassword1
  summer123456 summer123456! summer12345678 summer123456789 summer1234567890 summeriloveyou summerletmein
  summerpassword summerqwerty summersummer summersummersummer summerwelcome sunflower123 sunshine123! sunshine1234
  sunshine1234! sunshine12345 sunshine123456 sunshine123456! sunshine12345678 sunshine123456789 sunshine1234567890
  sunshine2023 sunshine2023! sunshine2024 sunshine2024! sunshine2025 sunshine2025! sunshine2026 sunshine2026!
  sunshine@123 sunshine@1234 sunshine@2024 sunshine@2025 sunshine@2026 sunshineadmin sunshineiloveyou sunshineletmein
  sunshinepassword sunshineqwerty sunshinesunshine sunshinesunshinesunshine sunshinewelcome sunshineword
  supercalifragilisticexpialidocious superman123! superman1234 superman1234! superman12345 superman123456
  superman123456! superman12345678 superman123456789 superman1234567890 superman2023 superman2023! superman2024
  superman2024! superman2025 superman2025! superman2026 superman2026! superman@123 superman@1234 superman@2024
  superman@2025 superman@2026 supermanadmin supermaniloveyou supermanletmein supermanpassword supermanqwerty
  supermansuperman supermansupermansuperman supermanwelcome supermanword supersecret1 supersecret123 taylorswift1
  taylorswift13 teamomiamor1 teamomucho123 temporary123 temporary1234 temppassword temppassword1 temppassword123
  tequieromucho testtesttest thankyoujesus the_quick_brown_fox thecompany123 thequickbrownfox
  thequickbrownfoxjumpsoverthelazydog this_is_my_password thisisapassword thisismypassword thisispassword thunderbird1
  timeismoney1 to_be_or_not_to_be tobeornottobe tobeornottobethatisthequestion topsecret123 topsecretpassword
  trabzonspor1967 trabzonspor61 transformers trustinjesus turkiye1234! turkiye12345 turkiye123456 turkiye123456!
  turkiye12345678 turkiye123456789 turkiye1234567890 turkiye2023! turkiye2024! turkiye2025! turkiye2026! turkiye@1234
  turkiye@2024 turkiye@2025 turkiye@2026 turkiyeadmin turkiyeiloveyou turkiyeletmein turkiyepassword turkiyeqwerty
  turkiyeturkiye turkiyeturkiyeturkiye turkiyewelcome türkiyetürkiye unbelievable unbelievable1 unicorn12345
  venividivici volkswagen12 volkswagen123 volleyball12 wachtwoord12 wachtwoord123 watermelon12 watermelon123
  welcome1234! welcome12345 welcome123456 welcome123456! welcome12345678 welcome123456789 welcome1234567890
  welcome2023! welcome2024! welcome2025! welcome2026! welcome2hell1 welcome@1234 welcome@2024 welcome@2025
  welcome@2026 welcomeadmin welcomeadministrator welcomeautumn welcomebesiktas welcomechangeme welcomecompany
  welcomecomputer welcomedefault welcomefenerbahce welcomefootball welcomegalatasaray welcomehome1 welcomehome123
  welcomeiloveyou welcomeistanbul welcomeletmein welcomemicrosoft welcomep@ssw0rd welcomep@ssword welcomepassw0rd
  welcomepassword welcomeprincess welcomeqwerty welcomeqwertyuiop welcomesamsung welcomespring welcomesummer
  welcomesunshine welcomesuperman welcometothejungle welcometurkiye welcomewelcome welcomewelcomewelcome welcomewinter
  welkom123456 whatthefuck1 whatthehell1 willkommen12 willkommen123 winter123456 winter123456! winter12345678
  winter123456789 winter1234567890 winteriloveyou winterletmein winterpassword winterqwerty winterwelcome winterwinter
  winterwinterwinter worldofwarcraft youaremysunshine yourpassword1 yourpassword123 zaq12wsxcde3 zaq1xsw2cde3
  zxcvbn123456 zxcvbnm12345 zxcvbnmasdfghjkl zxcvbnmqwertyuiop zxcvbnmzxcvbnm zxcvzxcvzxcv zxczxczxczxc
  zyxwvutsrqponmlkjihgfedcba
  `
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', ' ')),
);

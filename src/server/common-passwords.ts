/**
 * Passwords of ten characters and more that are tried first everywhere: keyboard walks, famous
 * phrases, and a common word with a common ending. Lower case; what is shorter is refused for its
 * length, and runs and repetitions are recognised by rule (passwords.ts).
 */

const WALKS = `
1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc qwertyuiop qwertyuiop123
qwerty12345 qwerty123456 qwerty1234567 qwertyqwerty qwertyasdf qwertyasdfgh qwertyasdfzxcv
qazwsxedcrfv qazwsxedc123 qazxswedcvfr asdfghjkl123 asdfghjkl1 asdfasdfasdf asdf123456 asdfghjkl;'
zxcvbnm123 zxcvbnm1234 zxcvbnm,./ zaq12wsxcde3 zaq1xsw2cde3 zaq!2wsx1q !qaz2wsx3edc 1qaz@wsx3edc
q1w2e3r4t5 q1w2e3r4t5y6 qweasdzxc123 qweasdzxc1 qwe123asd456 qwe123qwe123 qwer1234qwer qwerasdfzxcv
123qweasdzxc 123qwe123qwe 123qweasd123 123456qwerty 12345qwert 1234qwerasdf 123456asdf 1234qwer5678
a1s2d3f4g5 a1b2c3d4e5 a1b2c3d4e5f6 abcd123456 abc1234567 abc123456789 abcdef1234 abcdefg123 abc123abc123
aa123456789 aa12345678 aaa123456789 as123456789 q123456789 qq123456789 w123456789 z123456789 zz123456789
a123456789 a1234567890 123456789a 123456789q 1234567890a 1234567890q 1234567890-= 0987654321 123456789123
1234554321 123456654321 1122334455 112233445566 11223344556677 1231231234 1233211234567 1357924680
1472583690 147258369a 147852369a 741852963a 7894561230 7418529630 789456123a 963852741a 159357159357
1597534862 159753456852 9876543210a 987654321a 5201314520 5201314a 520131400 13145201314 1314520520
woaini1314 woaini1314520 woaini5201314 woaini520520 woaini123456 woaini123 woaini1234 woaini520 woaiwojia
woaiwoziji woaizhongguo wodemima123 wodemima mima123456 mima12345678 nihao123456 nihao12345 nihaoma123
zhongguo123 woshishui123 wozuishuai wozhiaini520 iloveyou1314 iloveyou520 aini1314520 aini5201314
asd123456789 asdf1234567 qaz123456789 qazwsx123456 qwe123456789 qweasd123456 zxc123456789 zxcv123456
wang123456 wang123456789 zhang123456 li123456789 liu123456789 chen123456 chen123456789 yang123456
`;

const PHRASES = `
iloveyou12 iloveyou123 iloveyou1234 iloveyou12345 iloveyousomuch iloveyouforever ilovemyself
iloveyou2much trustno1trustno1 letmein123 letmein1234 letmeinnow letmein12345 changeme123 changeme1234
changemenow changeit123 correcthorsebatterystaple thisismypassword
mypassword mypassword1 mypassword123 yourpassword newpassword newpassword1 newpassword123 oldpassword
nopassword secretpassword adminpassword rootpassword userpassword testpassword temppassword
defaultpassword passwordpassword password1234567890 passw0rd123 passw0rd1234 p@ssw0rd123 p@ssw0rd1234
p@ssword123 p@ssword1234 p@$$w0rd123 p@$$word123 pa$$w0rd123 pa$$word123 pass@word1 pass@word123
pass1234567 pass123456789 passpasspass administrator administrator1 administrator123 superadmin
superadmin123 rootrootroot adminadmin adminadmin123 admin@1234 admin@12345 admin@123456 admin123456
admin1234567 admin12345678 admin123456789 root123456 root123456789 test123456 test1234567 test12345678
testtest123 testtesttest user123456 guest123456 welcome2023 welcome2024 welcome2025 welcome2026
summer2023 summer2024 summer2025 summer2026 winter2023 winter2024 winter2025 winter2026 spring2024
spring2025 autumn2024 autumn2025 january2024 january2025 football123 baseball123 basketball
basketball1 basketball123 superman123 batman12345 spiderman123 starwars123 pokemon123 pokemon1234
princess123 sunshine123 butterfly1 butterfly123 chocolate1 chocolate123 strawberry strawberry1
jordan12345 michael123 jennifer123 charlie123 liverpool1 liverpool123 manchester manchester1 barcelona1
barcelona123 realmadrid chelsea123 arsenal123 computer123 internet123 samsung123 facebook123 google12345
linkedin123 whatever123 nothing123 forever123 freedom123 monkey12345 dragon12345 master12345 shadow12345
hello12345 hello123456 helloworld helloworld1 helloworld123 goodmorning qwertyuiop[] thequickbrownfox
fenming123 fenming1234 fenming12345 fenming123456 wechat123456 alipay123456 weixin123456 zhifubao123
`;

const WORDS = `
password passw0rd qwerty welcome dragon monkey sunshine princess football baseball superman master shadow
michael jordan computer internet whatever freedom letmein iloveyou starwars pokemon liverpool chelsea
samsung hello admin login summer winter secret money killer charlie jessica ashley daniel
`;

const ENDINGS =
  "1 12 123 1234 12345 123456 12345678 123456789 1234567890 ! 1! 123! @123 @1234 2024 2025 2026";

const split = (text: string) => text.split(/\s+/).filter((word) => word !== "");

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...split(WALKS),
  ...split(PHRASES),
  "correct horse battery staple",
  ...split(WORDS).flatMap((word) => split(ENDINGS).map((ending) => word + ending)),
]);

/**
 * The fifty most common PINs of six and more digits, from published lists of leaked passwords: sequences, repetitions,
 * columns and patterns of the keypad, years, numbers that sound like words in Chinese. An attacker with five attempts
 * per quarter of an hour tries these first.
 */
const COMMON_PINS: ReadonlySet<string> = new Set(
  `123456 123456789 111111 123123 000000 12345678 654321 666666 1234567890 1234567
   121212 112233 888888 987654321 123321 5201314 520520 555555 777777 222222
   999999 333333 444444 159753 147258369 11111111 88888888 131313 101010 147258
   159357 789456 987654 123654 456789 696969 123123123 112358 789456123 232323
   147852 010203 102030 1314520 100200 168168 123789 258369 147896 246810`.split(/\s+/),
);

export const isCommonPin = (text: string): boolean => COMMON_PINS.has(text);

/**
 * Radicals of the supplement (U+2E80 to U+2EFF) and the ideographs that look alike (Unicode 14,
 * EquivalentUnifiedIdeograph.txt), in pairs. The normal forms of Unicode leave them as they are, unlike those of
 * U+2F00 to U+2FD5.
 */
const PAIRS = [
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑',
  '⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王',
  '⺪𤴔⺫目⺬示⺭礻⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁⺴冗⺵𦉫⺶羊⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑',
  '⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長',
  '⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼',
  '⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟',
].join('');
/** Their normal forms are variants that nobody types: 戶, 靑, 黃. */
const USUAL = '⼾户⾭青⿈黄';
const VARIANTS: Readonly<Record<string, string>> = { 戶: '户', 戸: '户', 靑: '青', 黃: '黄' };

const EQUIVALENT = new Map<string, string>();
const characters = Array.from(PAIRS + USUAL);
for (let i = 0; i + 1 < characters.length; i += 2) EQUIVALENT.set(characters[i]!, characters[i + 1]!);

/**
 * Writes radicals as the ideographs that they look like: macOS and Chrome write PDF files in which 页 can be copied as
 * ⻚, so that it is not found, and names with it are refused.
 *
 * ```ts
 * foldRadicals('第一⻚'); // '第一页'
 * ```
 */
export const foldRadicals = (text: string): string =>
  text.replace(/[\u2e80-\u2fd5]/g, (one) => EQUIVALENT.get(one) ?? one.normalize('NFKC'));

/** The text for comparison: without case, width, radicals' forms, spaces and invisible characters. */
export const foldText = (text: string): string =>
  foldRadicals(text)
    .normalize('NFKC')
    .replace(/[戶戸靑黃]/g, (one) => VARIANTS[one]!)
    .toLowerCase()
    .replace(/[\s\p{Cf}]/gu, '');

/** The characters at 0xFE50 to 0xFEA0 of GB 18030, which older systems had at U+E815 to U+E864, in this order. */
const FORMERLY_PRIVATE = Array.from(
  '⺁𠂇𠂉𠃌⺄㑳㑇⺈⺋龴㖞㘚㘎⺌⺗㥮㤘龵㧏㧟㩳㧐龶龷㭎㱮㳠⺧𡗗龸⺪䁖䅟⺮䌷⺳⺶⺷𢦏䎱' +
    '䎬⺻䏝䓖䙡䙌龹䜣䜩䝼䞍⻊䥇䥺䥽䦂䦃䦅䦆䦟䦛䦷䦶龺𤇾䲣䲟䲠䲡䱷䲢䴓䴔䴕䴖䴗䴘䴙䶮龻',
);

/**
 * Writes characters that GBK programs kept in the private use area as the ideographs that they are today: names in
 * older registers of persons have them. Other characters of private use stay, since nobody knows what they show.
 */
export const foldPrivate = (text: string): string =>
  text.replace(/[\ue815-\ue864]/g, (one) => FORMERLY_PRIVATE[one.charCodeAt(0) - 0xe815]!);

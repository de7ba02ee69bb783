/** Easily readable characters: few strokes, and no two alike. */
export const CHINESE = Array.from(
  '山水火木日月风云春秋冬夏花鸟鱼马牛羊米茶竹石田井门车舟桥书画琴印文字笔东西南北上中左右红白青黄金银玉光星雨雪江河海天地人口手目耳心力工大小多少高长方正圆平安合同约信立言',
);
/** Capitals and digits without look-alikes: 0 and O, 1 and I, 2 and Z, 5 and S, 8 and B. */
export const CAPITALS = Array.from('ACDEFGHJKLMNPQRTUVWXY34679');

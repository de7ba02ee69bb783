import type { SHEET_ERRORS } from '../errors.ts';

export default {
  SHEET_EXPECTED: '这不是 Excel 表格（xlsx），请选择由 Excel、WPS 或 LibreOffice 保存的 xlsx 文件。',
  SHEET_OLD_FORMAT: '这是旧版 Excel 表格（xls），请另存为 xlsx 后重新选择。',
  SHEET_TOO_LARGE: '表格过大。请删除多余的空行、图片和其他工作表，或分成几个文件。',
  SHEET_EMPTY: '表格中没有内容，请填写后重新选择。',
  SHEET_NO_PEOPLE: '请添加个人用户',
  SHEET_SEVERAL: '表格中有多个工作表填有内容（“{one}”和“{other}”）。请只保留一个，再重新选择。',
  SHEET_MERGED: '表格中有合并的单元格（{cells}）。请取消合并，每行填写一条，再重新选择。',
  SHEET_TOO_MANY_ROWS: '一次最多导入 {max} 行，请分成几个文件。',
  SHEET_TOO_MANY_COLUMNS: '表格的列数超过 {max} 列。请使用本页下载的表格填写。',
  SHEET_BROKEN: '表格已损坏，无法读取。请用 Excel、WPS 或 LibreOffice 打开并重新保存后再选择。',
  SHEET_OTHER_COLUMNS: '表格与本页的表格不一致，缺少列：{titles}。请下载本页的表格填写。',
  SHEET_UNKNOWN_COLUMN: '表格与本页的表格不一致，多出列“{title}”。请下载本页的表格填写，或删除这一列。',
} satisfies Record<keyof typeof SHEET_ERRORS, string>;

import type { SHEET_ERRORS } from '../errors.ts';

export default {
  SHEET_EXPECTED: '這不是 Excel 試算表（xlsx），請選擇由 Excel、WPS 或 LibreOffice 儲存的 xlsx 檔案。',
  SHEET_OLD_FORMAT: '這是舊版 Excel 試算表（xls），請另存為 xlsx 後重新選擇。',
  SHEET_TOO_LARGE: '試算表過大。請刪除多餘的空白列、圖片和其他工作表，或分成幾個檔案。',
  SHEET_EMPTY: '試算表中沒有內容，請填寫後重新選擇。',
  SHEET_NO_PEOPLE: '請新增個人使用者',
  SHEET_SEVERAL: '試算表中有多個工作表填有內容（「{one}」和「{other}」）。請只保留一個，再重新選擇。',
  SHEET_MERGED: '試算表中有合併的儲存格（{cells}）。請取消合併，每列填寫一筆，再重新選擇。',
  SHEET_TOO_MANY_ROWS: '一次最多匯入 {max} 列，請分成幾個檔案。',
  SHEET_TOO_MANY_COLUMNS: '試算表的欄數超過 {max} 欄。請使用本頁下載的試算表填寫。',
  SHEET_BROKEN: '試算表已損毀，無法讀取。請用 Excel、WPS 或 LibreOffice 開啟並重新儲存後再選擇。',
  SHEET_OTHER_COLUMNS: '試算表與本頁的試算表不一致，缺少欄：{titles}。請下載本頁的試算表填寫。',
  SHEET_UNKNOWN_COLUMN:
    '試算表與本頁的試算表不一致，多出欄「{title}」。請下載本頁的試算表填寫，或刪除這一欄。',
} satisfies Record<keyof typeof SHEET_ERRORS, string>;

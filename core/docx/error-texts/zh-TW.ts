import type { DOCX_ERRORS } from '../errors.ts';

export default {
  DOCX_EXPECTED: '這不是 Word 文件（docx），請選擇由 Word 或 WPS 儲存的 docx 檔案。',
  DOCX_OLD_FORMAT: '這是舊版 Word 文件（doc），請在 Word 或 WPS 中另存為 docx 後上傳。',
  DOCX_MACROS: '文件含有巨集，請在 Word 中另存為不含巨集的 docx 後上傳。',
  DOCX_OBJECTS: '文件中嵌有其他程式的物件（如試算表、控制項），請將其轉換為一般表格或圖片後上傳。',
  DOCX_CHUNKS: '文件引用了其他檔案的內容，請在 Word 中開啟並重新儲存後上傳。',
  DOCX_REVISIONS: '文件中有未處理的追蹤修訂，請在 Word 中接受或拒絕全部修訂後上傳。',
  DOCX_TOO_MANY_PAGES: '文件頁數過多，最多 {max} 頁，請拆分後上傳。',
  DOCX_PLACE_TAKEN: '這裡已經有一個欄位或簽署位置，請選擇其他文字。',
  DOCX_PLACE_MISSING: '文件中沒有這個位置，檔案可能已被更換，請重新整理後再試。',
} satisfies Record<keyof typeof DOCX_ERRORS, string>;

import type { TEMPLATE_ERRORS } from '../errors.ts';

export default {
  WORD_NOT_AVAILABLE: '本服務暫時無法轉換 Word 文件，請聯絡管理員安裝 LibreOffice，或設定 WORD_URL。',
  WORD_FAILED: 'Word 文件未能轉換為頁面，請稍後再試；若仍然失敗，請在 Word 中另存後重新上傳。',
  WORD_UNDER_WAY: 'Word 文件仍在背景排版，請稍後再開啟，排好的頁面會直接顯示。',
  TEMPLATE_NAME_TAKEN: '已有名為「{name}」的紀錄，請更換名稱。',
  TEMPLATE_PART_IN_USE: '「{name}」正被 {count} 個範本使用，請先在範本中更換後再操作。',
  TEMPLATE_PARTS_FULL: '最多新增 {max} 筆，請先刪除不用的紀錄。',
  TEMPLATE_ORGANIZATION_TYPE: '「{name}」與本企業的類型不一致，不能選擇。',
  TEMPLATE_NOT_PUBLISHED: '範本還沒有發布的版本，請先在編輯器中完成並啟用。',
  TEMPLATE_STATE: '範本的狀態已改變，請重新整理後再操作。',
  TEMPLATE_LACKS: '範本缺少簽章位置、簽署方、欄位或參數，還不能啟用，請按提示補全。',
  TEMPLATE_IN_USE: '還有 {count} 份合約正在使用這個範本，結束後才能刪除；可以先停用。',
  TEMPLATE_PUBLISHED_MEANWHILE: '其他人已發布第 {number} 版，請重新整理後再啟用。',
  TEMPLATE_DISABLED: '範本「{name}」已停用，不能用它發起新合約，請換一個範本。',
  TEMPLATE_FILE_DIFFERS: '檔案「{name}」與範本按填寫內容產生的不一致，請重新產生後再發起。',
  TEMPLATE_PARAMETERS_BROKEN: '參數檔案無法讀取：它不是格式正確的 XML，或含有不允許的文件類型宣告（DTD）。',
  TEMPLATE_PARAMETERS_OTHER: '這個 XML 不是範本參數檔案，請選擇從範本匯出的參數檔案，或按說明編寫。',
  TEMPLATE_GROUP_EMPTY:
    '範本組「{name}」中沒有可用的範本：它們已停用、已刪除或不再授權給您。請啟用其中的範本，或換一個範本組。',
  TEMPLATE_ASKS: '改後的業務類型或應用場景須簽核。請先停用範本再修改，重新啟用時提交簽核。',
} satisfies Record<keyof typeof TEMPLATE_ERRORS, string>;

import type { PDF_ERRORS } from '../errors.ts';

export default {
  DOCUMENT_EMPTY: '檔案是空的，請重新選擇檔案。',
  DOCUMENT_NOT_PDF: '這不是 PDF 檔案，請選擇 PDF 檔案。',
  DOCUMENT_BROKEN: '檔案已損毀，無法讀取，請重新匯出後上傳。',
  DOCUMENT_ENCRYPTED: '檔案設有密碼，請移除密碼後上傳。',
  DOCUMENT_TOO_LARGE: '檔案過大，請壓縮或分割後上傳。',
  DOCUMENT_TOO_COMPLEX: '檔案結構過於複雜，無法處理，請重新匯出後上傳。',
  DOCUMENT_ENCRYPTED_AND_SIGNED: '檔案已加密且已簽署，移除密碼會使原簽章失效，請向寄件人索取未加密的檔案。',
  DOCUMENT_CERTIFIED_NO_CHANGES: '檔案的認證簽章不允許再作修改，無法繼續簽署。',
  DOCUMENT_CANNOT_APPEND: '檔案無法附加簽章，請重新匯出後上傳。',
  SIGNATURE_FIELD_NOT_FOUND: '找不到簽章位置，請重新整理後再試。',
  SIGNATURE_FIELD_SIGNED: '此位置已經簽署，請重新整理查看。',
  SIGNATURE_FIELD_LOCKED: '此位置已被先前的簽章鎖定，無法修改。',
  SIGNATURE_ROOM_TOO_SMALL: '為簽章預留的空間不足，請再試；仍不成功請聯絡客服。',
  DOCUMENT_UNSUPPORTED: '檔案使用了尚未支援的功能，請重新匯出為一般檔案後上傳。',
  DOCUMENT_CERTIFIED: '檔案已由作者認證，新增簽署位置會使該認證簽章失效，請向作者索取未認證的檔案。',
  DOCUMENT_SIGNED_PLACES:
    '檔案已有簽章，每個簽署位置都要單獨簽章，每位簽署人最多 {max} 處，請減少位置或改用未簽章的檔案。',
  DOCUMENT_ACTIVE: '檔案含有會執行或夾帶其他內容的部分（{found}），請移除後再上傳。',
  DOCUMENT_ACTIVE_SIGNED:
    '檔案含有會執行或夾帶其他內容的部分（{found}），且已有簽章，移除會使簽章失效，請向寄件人索取不含這些內容的檔案。',
  DOCUMENT_PAGES: '檔案的頁面目錄自相矛盾，不同軟體看到的頁面會不一樣，請重新列印為 PDF 後上傳。',
} satisfies Record<keyof typeof PDF_ERRORS, string>;

import type { EMBED_ERRORS } from '../errors.ts';

export default {
  EMBED_LINK_INVALID: '嵌入連結無效：請回到原系統重新開啟。',
  EMBED_LINK_USED: '此嵌入連結已使用過：請回到原系統重新開啟。',
  EMBED_LINK_ENDED: '此嵌入連結已失效：請回到原系統重新開啟。',
  EMBED_ORIGIN: '此 API 金鑰未允許在此網站中嵌入：請由企業管理員在「API 金鑰」中加入該來源。',
  EMBED_NOT_HERE: '嵌入頁面中不能執行此操作，請登入系統辦理。',
  EMBED_NOT_READY: '此簽署人暫時不能簽署：須已註冊，且輪到其簽署。請核對簽署人和合約狀態。',
  EMBED_NOT_MEMBER: '此手機號碼不是本企業具有相應權限的成員：請核對手機號碼，或請管理員為其授權。',
  EMBED_NOT_WEB: '只有網頁範本可以嵌入編輯：Word 範本請登入系統編輯。',
} satisfies Record<keyof typeof EMBED_ERRORS, string>;

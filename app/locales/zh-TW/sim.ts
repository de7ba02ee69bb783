export default {
  title: '模擬手機與信箱',
  about:
    '開發與試用環境不會真的傳送簡訊和郵件，內容都顯示在這裡，每 3 秒更新。尾碼 0000 的手機和 bounce@ 開頭的信箱收不到訊息，199404 開頭的號碼視為空號，199408 開頭的由您在下方代為回執，可用來檢視送達失敗。',
  phones: '手機號碼與信箱',
  all: '全部',
  messages: '{target} 的訊息',
  none: '還沒有訊息',
  noneText: '發起簽署、催簽或取得驗證碼後，簡訊和郵件會出現在這裡。',
  closed: '正式環境沒有模擬手機。',
  copyCode: '複製驗證碼 {code}',
  copied: '驗證碼已複製。',
  elsewhere: '內容沒有到達模擬手機',
  state: { SENDING: '傳送中', SENT: '已交給閘道', DELIVERED: '已送達', FAILED: '傳送失敗' },
  reported: '已回執。',
  report: { delivered: '回執：已送達', unreachable: '回執：關機或不在服務區' },
  more: { pay: '模擬支付平台', ca: '模擬憑證機構', cloudSeal: '模擬雲端印章 App' },
};

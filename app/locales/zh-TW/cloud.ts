export default {
  anew: '未完成授權，已更換 QR 碼，請重新掃描。',
  done: '雲端印章授權成功，請重新操作。',
  qr: '雲端印章授權 QR 碼',
  scan: '使用雲端印章需要授權，請用雲端印章 App 掃描 QR 碼完成授權。',
  sim: {
    about: '開發與試用環境沒有真正的雲端印章服務。頁面出現授權 QR 碼後，可在這裡代替手機同意或拒絕。',
    allow: '同意授權',
    asks: '{person} 申請使用「{enterprise}」的雲端印章',
    none: '沒有待授權的請求',
    noneText: '啟用雲端印章後進入簽署頁面，會在這裡出現授權請求。',
    refuse: '拒絕',
    state: {
      ALLOWED: '已同意',
      REFUSED: '已拒絕',
      WAITING: '待處理',
    },
    title: '模擬雲端印章 App',
  },
  title: '雲端印章授權',
  until: 'QR 碼 {time} 前有效',
};

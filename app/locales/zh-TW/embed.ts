export default {
  code: {
    go: '繼續',
    label: '驗證碼',
    send: '取得驗證碼',
    text: '繼續前請確認是您本人：驗證碼將傳送到 {mobile}',
    title: '確認本人',
  },
  end: {
    closed: {
      text: '您可以關閉此頁面；如需繼續，請回到原系統重新開啟。',
      title: '已關閉',
    },
    failed: {
      title: '無法開啟',
    },
    refused: {
      text: '合約已結束，相關方將收到通知。',
      title: '已拒簽',
    },
    sent: {
      text: '簽署人將收到通知。',
      title: '合約已發出',
    },
    waits: {
      text: '審批通過後，合約將自動發出。',
      title: '已提交審批',
    },
  },
  foreign: '此頁面只能在發來連結的系統中顯示，目前網站未獲允許。請回到原系統操作。',
  opening: '正在開啟',
  over: '本次操作時間已到：請回到原系統重新開啟。',
  top: '此頁面只能在發來連結的系統中開啟。請回到原系統操作。',
};

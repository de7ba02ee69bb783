export default {
  goBack: '返回上一頁',
  goHome: '前往首頁',
  goLogin: '前往登入',
  broken: {
    reload: '重新載入',
    text: '頁面發生問題，已填寫的內容不會遺失。請重新載入；仍不成功請聯絡客服。',
    title: '頁面沒有開啟',
  },
  noPermission: {
    text: '您沒有存取此頁面的權限，請聯絡管理員。',
    title: '沒有存取權限',
  },
  notFound: {
    text: '頁面可能已被移動，或者網址有誤。',
    title: '找不到這個頁面',
  },
  language: '語言',
  systemName: '電子合約簽署系統',
  version: '版本 {version}',
};

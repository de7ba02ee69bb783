export default {
  breadcrumb: '目前位置',
  goBack: '返回上一頁',
  goHome: '前往首頁',
  goLogin: '前往登入',
  language: '語言',
  logout: '登出',
  systemName: '電子合約簽署系統',
  version: '版本 {version}',
  broken: {
    reload: '重新載入',
    text: '頁面發生問題，已填寫的內容不會遺失。請重新載入；仍不成功請聯絡客服。',
    title: '頁面沒有開啟',
  },
  copyGuard: {
    print: '此頁面已設定為不允許列印。',
    veil: '畫面已遮擋，返回此視窗後恢復。',
  },
  identity: {
    disabled: '未啟用',
    enterprise: '企業',
    notEnabled: '「{name}」尚未啟用，暫時無法切換，請聯絡平台管理員。',
    notVerified: '「{name}」尚未認證，暫時無法切換。',
    person: '個人',
    switch: '目前身分：{name}，切換身分',
    unverified: '未認證',
  },
  menu: {
    fold: '收合選單',
    label: '主選單',
    open: '開啟選單',
    unfold: '展開選單',
  },
  noPermission: {
    text: '您沒有存取此頁面的權限，請聯絡管理員。',
    title: '沒有存取權限',
  },
  notFound: {
    text: '頁面可能已被移動，或者網址有誤。',
    title: '找不到這個頁面',
  },
  notice: {
    all: '檢視全部訊息',
    none: '沒有未讀訊息',
    readAll: '全部標為已讀',
    title: '訊息',
    unread: '{count} 則未讀訊息',
  },
  phone: {
    INSIDE: '認證、合約、客服電話 {phone}',
    OUTSIDE: '客服電話 {phone}',
  },
  theme: {
    dark: '深色',
    light: '淺色',
    system: '跟隨系統',
  },
};

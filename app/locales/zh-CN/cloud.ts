export default {
  anew: '未完成授权，已更换二维码，请重新扫描。',
  done: '云印章授权成功，请重新操作。',
  qr: '云印章授权二维码',
  scan: '使用云印章需要授权，请用云印章 App 扫描二维码完成授权。',
  sim: {
    about: '开发与试用环境没有真正的云印章服务。页面出现授权二维码后，可在这里代替手机同意或拒绝。',
    allow: '同意授权',
    asks: '{person} 申请使用“{enterprise}”的云印章',
    none: '没有待授权的请求',
    noneText: '启用云印章后进入签署页面，会在这里出现授权请求。',
    refuse: '拒绝',
    state: {
      ALLOWED: '已同意',
      REFUSED: '已拒绝',
      WAITING: '待处理',
    },
    title: '模拟云印章 App',
  },
  title: '云印章授权',
  until: '二维码 {time} 前有效',
};

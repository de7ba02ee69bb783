export default {
  goBack: '返回上一页',
  goHome: '去首页',
  goLogin: '去登录',
  broken: {
    reload: '重新加载',
    text: '页面出现问题，已填写的内容不会丢失。请重新加载；仍不成功请联系客服。',
    title: '页面没有打开',
  },
  noPermission: {
    text: '您没有访问此页面的权限，请联系管理员。',
    title: '没有访问权限',
  },
  notFound: {
    text: '页面可能已被移动，或者地址有误。',
    title: '没有找到这个页面',
  },
  language: '语言',
  systemName: '电子合同签署系统',
  version: '版本 {version}',
};

export default {
  breadcrumb: '当前位置',
  goBack: '返回上一页',
  goHome: '去首页',
  goLogin: '去登录',
  language: '语言',
  logout: '退出登录',
  systemName: '电子合同签署系统',
  version: '版本 {version}',
  broken: {
    reload: '重新加载',
    text: '页面出现问题，已填写的内容不会丢失。请重新加载；仍不成功请联系客服。',
    title: '页面没有打开',
  },
  copyGuard: {
    print: '此页面已设置为不允许打印。',
    veil: '画面已遮挡，返回此窗口后恢复。',
  },
  identity: {
    disabled: '未启用',
    enterprise: '企业',
    notEnabled: '“{name}”尚未启用，暂时不能切换，请联系平台管理员。',
    notVerified: '“{name}”尚未认证，暂时不能切换。',
    person: '个人',
    switch: '当前身份：{name}，切换身份',
    unverified: '未认证',
  },
  menu: {
    fold: '收起菜单',
    label: '主菜单',
    open: '打开菜单',
    unfold: '展开菜单',
  },
  noPermission: {
    text: '您没有访问此页面的权限，请联系管理员。',
    title: '没有访问权限',
  },
  notFound: {
    text: '页面可能已被移动，或者地址有误。',
    title: '没有找到这个页面',
  },
  notice: {
    all: '查看全部消息',
    none: '没有未读消息',
    readAll: '全部标为已读',
    title: '消息',
    unread: '{count} 条未读消息',
  },
  phone: {
    INSIDE: '认证、合同、客服电话 {phone}',
    OUTSIDE: '客服电话 {phone}',
  },
  theme: {
    dark: '深色',
    light: '浅色',
    system: '跟随系统',
  },
};

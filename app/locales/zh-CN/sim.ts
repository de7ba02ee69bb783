export default {
  title: '模拟手机与邮箱',
  about:
    '开发与试用环境不会真的发送短信和邮件，内容都显示在这里，每 3 秒更新。尾号 0000 的手机和 bounce@ 开头的邮箱收不到消息，199404 开头的号码视为空号，199408 开头的由您在下方代为回执，可用来查看送达失败。',
  phones: '手机号与邮箱',
  all: '全部',
  messages: '{target} 的消息',
  none: '还没有消息',
  noneText: '发起签署、催签或获取验证码后，短信和邮件会出现在这里。',
  closed: '正式环境没有模拟手机。',
  copyCode: '复制验证码 {code}',
  copied: '验证码已复制。',
  elsewhere: '内容没有到达模拟手机',
  state: { SENDING: '发送中', SENT: '已交给网关', DELIVERED: '已送达', FAILED: '发送失败' },
  reported: '已回执。',
  report: { delivered: '回执：已送达', unreachable: '回执：关机或不在服务区' },
  more: { pay: '模拟支付平台', ca: '模拟证书机构', cloudSeal: '模拟云印章 App' },
};

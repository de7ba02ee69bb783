export default {
  title: '模拟手机',
  about: '开发与试用环境不会真的发送短信，发出的短信都显示在这里，每 3 秒更新。',
  phones: '手机号',
  all: '全部手机',
  messages: '{target} 的短信',
  none: '还没有短信',
  noneText: '发起签署、催签或获取验证码后，短信会出现在这里。',
  closed: '正式环境没有模拟手机。',
  copyCode: '复制验证码 {code}',
  copied: '验证码已复制。',
};

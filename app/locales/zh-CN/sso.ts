export default {
  entering: '正在登录…',
  failed: '单点登录未成功',
  login: '用账号登录',
};

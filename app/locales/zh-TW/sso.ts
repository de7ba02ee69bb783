export default {
  entering: '正在登入…',
  failed: '單一登入未成功',
  login: '用帳號登入',
};

export default {
  login: {
    account: '账号',
    accountHint: '手机号、邮箱或账号',
    password: '密码',
    pitchEffect: '符合电子签名法，具有法律效力',
    pitchFast: '三分钟完成一份签署',
    pitchProof: '每一步都有证据，可随时验证',
    pitchTitle: '签章，让合同更快生效',
    submit: '登录',
    title: '登录',
  },
};

export default {
  login: {
    account: '帳號',
    accountHint: '手機號碼、電子郵件或帳號',
    password: '密碼',
    pitchEffect: '符合電子簽章法，具法律效力',
    pitchFast: '三分鐘完成一份簽署',
    pitchProof: '每一步都留有證據，可隨時驗證',
    pitchTitle: '讓每份合約更快生效',
    submit: '登入',
    title: '登入',
  },
};

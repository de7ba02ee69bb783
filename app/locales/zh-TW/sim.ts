export default {
  title: '模擬手機',
  about: '開發與試用環境不會真的傳送簡訊，發出的簡訊都顯示在這裡，每 3 秒更新。',
  phones: '手機號碼',
  all: '全部手機',
  messages: '{target} 的簡訊',
  none: '還沒有簡訊',
  noneText: '發起簽署、催簽或取得驗證碼後，簡訊會出現在這裡。',
  closed: '正式環境沒有模擬手機。',
  copyCode: '複製驗證碼 {code}',
  copied: '驗證碼已複製。',
};

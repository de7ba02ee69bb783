export default {
  current: '本機',
  end: '登出',
  endOthers: '登出其他裝置',
  endOthersText: '這些裝置需要重新登入，未儲存的內容可能遺失。',
  endedOthers: '已登出 {count} 處。',
  onlyThis: '沒有其他裝置登入您的帳號。',
  others: '其他 {count} 處登入',
  since: '登入於 {time}',
  unknown: '未知裝置',
  used: '最近使用 {time}',
};

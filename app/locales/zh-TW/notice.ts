export default {
  title: '訊息',
  readAll: '全部標為已讀',
  allRead: '全部訊息已標為已讀。',
  search: '尋找訊息',
  searchFor: '任務、企業或人名',
  unreadOnly: '只看未讀',
  unread: '未讀',
  open: '檢視任務',
  tab: {
    contract: '合約訊息',
    approval: '簽核訊息',
    system: '系統訊息',
  },
  empty: {
    contract: '沒有合約訊息',
    approval: '沒有簽核訊息',
    system: '沒有系統訊息',
  },
  emptyText: '有新訊息時會出現在這裡。',
  noMatch: '沒有找到相符的訊息',
  clear: '清除條件',
};

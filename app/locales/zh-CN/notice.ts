export default {
  title: '消息',
  readAll: '全部标为已读',
  allRead: '全部消息已标为已读。',
  search: '查找消息',
  searchFor: '任务、企业或人名',
  unreadOnly: '只看未读',
  unread: '未读',
  open: '查看任务',
  tab: {
    contract: '合同消息',
    approval: '审批消息',
    system: '系统消息',
  },
  empty: {
    contract: '没有合同消息',
    approval: '没有审批消息',
    system: '没有系统消息',
  },
  emptyText: '有新消息时会出现在这里。',
  noMatch: '没有找到相符的消息',
  clear: '清除条件',
};

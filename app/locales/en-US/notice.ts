export default {
  title: 'Messages',
  readAll: 'Mark all as read',
  allRead: 'All messages are marked as read.',
  search: 'Find messages',
  searchFor: 'Task, enterprise or person',
  unreadOnly: 'Unread only',
  unread: 'unread',
  open: 'Open the task',
  tab: {
    contract: 'Contracts',
    approval: 'Approvals',
    system: 'System',
  },
  empty: {
    contract: 'No messages about contracts',
    approval: 'No messages about approvals',
    system: 'No messages from the system',
  },
  emptyText: 'New messages appear here.',
  noMatch: 'No message fits',
  clear: 'Clear the search',
};

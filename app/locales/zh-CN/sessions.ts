export default {
  current: '本机',
  end: '退出',
  endOthers: '退出其他设备',
  endOthersText: '这些设备需要重新登录，未保存的内容可能丢失。',
  endedOthers: '已退出 {count} 处登录。',
  onlyThis: '没有其他设备登录您的账号。',
  others: '其他 {count} 处登录',
  since: '登录于 {time}',
  unknown: '未知设备',
  used: '最近使用 {time}',
};

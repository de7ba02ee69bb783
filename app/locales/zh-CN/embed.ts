export default {
  code: {
    go: '继续',
    label: '验证码',
    send: '获取验证码',
    text: '继续前请确认是您本人：验证码将发送到 {mobile}',
    title: '确认本人',
  },
  end: {
    closed: {
      text: '您可以关闭此页面；如需继续，请回到原系统重新打开。',
      title: '已关闭',
    },
    failed: {
      title: '无法打开',
    },
    refused: {
      text: '合同已结束，相关方将收到通知。',
      title: '已拒签',
    },
    sent: {
      text: '签署人将收到通知。',
      title: '合同已发出',
    },
    waits: {
      text: '审批通过后，合同将自动发出。',
      title: '已提交审批',
    },
  },
  foreign: '该页面只能在发来链接的系统中显示，当前网站未获允许。请回到原系统操作。',
  opening: '正在打开',
  over: '本次操作时间已到：请回到原系统重新打开。',
  top: '该页面只能在发来链接的系统中打开。请回到原系统操作。',
};

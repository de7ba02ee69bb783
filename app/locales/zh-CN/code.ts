export default {
  title: '文件查验',
  about: '此页只显示扫码文件的编号、状态和摘要，不显示内容与签署方。',
  number: '任务编号',
  state: '状态',
  digest: '最新文件的摘要（SHA-256）',
  states: {
    VOIDED: '已作废',
    PENDING: '签署中',
    COMPLETED: '已完成',
    REJECTED: '已拒签',
    EXPIRED: '已过期',
    WITHDRAWN: '已撤回',
  },
  unknown: {
    title: '没有找到这份文件',
    text: '二维码不完整，或文件不是从本系统发起的。请重新扫码，或向发送文件的一方核实。',
  },
  compare: '核对手中的文件',
  compareHint: '只在本机计算摘要，文件不会上传。',
  same: '“{name}”就是登记的最新文件。',
  former: '“{name}”是这份文件更早的版本：内容真实，但之后又有签署。请向对方索取最新文件。',
  different: '“{name}”不是这份文件的任何版本：可能被改动过，也可能是另一份文件。',
};

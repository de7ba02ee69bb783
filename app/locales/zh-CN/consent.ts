export default {
  done: '已完成',
  goBack: '请回到发起签署的设备，继续签署。',
  sim: {
    title: '协同应用（模拟）',
    about: '此页模拟手机上的协同应用，生产环境中不存在。',
    decided: '已经处理过了。',
    question: '是否同意签署“{name}”？',
    yes: '同意签署',
    no: '拒绝',
  },
};

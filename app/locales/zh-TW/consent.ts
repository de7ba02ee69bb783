export default {
  done: '已完成',
  goBack: '請回到發起簽署的裝置，繼續簽署。',
  sim: {
    title: '協同應用（模擬）',
    about: '此頁模擬手機上的協同應用，正式環境中不存在。',
    decided: '已經處理過了。',
    question: '是否同意簽署「{name}」？',
    yes: '同意簽署',
    no: '拒絕',
  },
};

CREATE INDEX `participant_time` ON `participant` (`owner_key`,`sent_at`,`task_id`);--> statement-breakpoint
CREATE INDEX `signer_turn` ON `signer` (`task_id`,`owner_key`,`account_id`,`state`);
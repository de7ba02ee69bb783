ALTER TABLE `delivery` ADD `task_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `party_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `recipient_index` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `sender_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `reason` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `overtaken` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `asked_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `sent_at` integer;--> statement-breakpoint
ALTER TABLE `delivery` ADD `settled_at` integer;--> statement-breakpoint
CREATE INDEX `delivery_party` ON `delivery` (`task_id`,`party_id`,`created_at`) WHERE task_id <> '';--> statement-breakpoint
CREATE INDEX `delivery_failed` ON `delivery` (`sender_key`,`task_id`) WHERE state = 'FAILED' and overtaken = 0 and task_id <> '';--> statement-breakpoint
ALTER TABLE `invitation` ADD `opened_at` integer;
ALTER TABLE `batch` ADD `business_type` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `batch_row` ADD `asked_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `batch_row` ADD `key_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `auto_key_id` text DEFAULT '' NOT NULL;
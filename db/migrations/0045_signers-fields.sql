ALTER TABLE `placement` ADD `fills` text;--> statement-breakpoint
ALTER TABLE `placement` ADD `value_sealed` text DEFAULT '' NOT NULL;
ALTER TABLE `notice` ADD `template_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `word_layout_time` ON `word_layout` (`created_at`);